# interrupt.sh SIGNAL CONDITION ARG...: runs gocheck with the arguments, sends it the
# signal when the condition, a command, holds, and waits for its end. What it prints
# is in the files out and err, its exit status in code. If it ends too soon there is
# no waiting.
#
# SIGNAL again: an interrupt after the other until it has ended, since two of them
# are one if the second comes before the first is seen.
signal=$1 condition=$2
shift 2
rm -f pid code
(sh -c 'echo $$ >pid; exec gocheck "$@"' sh "$@" >out 2>err; echo $? >code) &
until eval "$condition" || test -e code; do sleep 0.1; done
case $signal in
again) until test -e code; do kill -INT "$(cat pid)"; sleep 0.1; done ;;
*) kill "-$signal" "$(cat pid)" ;;
esac
wait
