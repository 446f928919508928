// How an error becomes an answer.

import { exitStatus, VigieError } from '../domain/error.ts';
import type { ErrorCode } from '../domain/error.ts';
import type { ErrorBody } from './contract.ts';

const statuses: Readonly<Record<ErrorCode, number>> = {
  usage: 400,
  invalid: 400,
  refused: 403,
  not_found: 404,
  vanished: 404,
  ambiguous: 409,
  hub_away: 503,
  io: 500,
  timeout: 504,
};

/** @param status where the code alone does not tell it */
export const failure = (error: VigieError, status: number = statuses[error.code]): Response => {
  const { code, message, hint } = error;
  return Response.json({ error: { code, message, hint } } satisfies ErrorBody, { status });
};

const isCode = (code: string): code is ErrorCode => Object.hasOwn(exitStatus, code);

/** The error that an answer tells of. */
export const errorIn = (status: number, text: string): VigieError => {
  try {
    const { error }: ErrorBody = JSON.parse(text);
    return new VigieError(isCode(error.code) ? error.code : 'io', error.message, error.hint);
  } catch {
    return new VigieError('io', `The hub answered with status ${status}.`, 'See vigie doctor.');
  }
};
