#!/bin/sh
# sandbox.sh SCRATCH KEPT... -- COMMAND...
# Runs COMMAND with no network but loopback, a process tree of its own that ends with it, SCRATCH as /tmp, and no home folders.
# The KEPT folders stay where they are. For root on Linux; needs unshare and mount (util-linux) and ip (iproute2).
set -eu
if [ "${VIGIE_SANDBOX-}" != inside ]; then
  VIGIE_SANDBOX=inside exec unshare --net --mount --pid --ipc --uts --fork --kill-child --mount-proc sh "$0" "$@"
fi
ip link set lo up
mount --make-rprivate /
mount -t tmpfs sandbox /mnt
scratch=$1 number=0 kept=
shift
mkdir /mnt/scratch
mount --bind "$scratch" /mnt/scratch
while [ "$1" != -- ]; do
  number=$((number + 1))
  mkdir "/mnt/$number"
  mount --bind "$1" "/mnt/$number"
  kept="$kept $number:$1"
  shift
done
shift
for folder in /home /root /srv /media /opt; do
  if [ -d "$folder" ]; then mount -t tmpfs sandbox "$folder"; fi
done
mount --move /mnt/scratch /tmp
for each in $kept; do
  mkdir -p "${each#*:}"
  mount --move "/mnt/${each%%:*}" "${each#*:}"
done
umount /mnt
cd "$VIGIE_ROOT"
# Not exec: as the first process of its tree, this shell collects those whose parents are gone.
status=0
"$@" || status=$?
exit "$status"
