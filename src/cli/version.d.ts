/** Set by the build from package.json. */
// oxlint-disable-next-line no-underscore-dangle -- the form that build tools use for what they put in
declare const __VIGIE_VERSION__: string;
