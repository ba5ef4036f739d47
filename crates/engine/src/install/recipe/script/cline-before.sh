#!/bin/sh
# Asks mastiff before a tool runs. Cline looks at standard output alone, whatever the exit code: so the answer is held back
# until the gate has ended as one that has answered, and everything else is a refusal.
# What the environment may bring into the shell (functions, options) is of no use here: see the line of the other hosts. The group
# comes first, and prints nothing: a shell that shows its steps on standard output (xtrace, BASH_XTRACEFD=1) stops to do so in it.
{ POSIXLY_CORRECT=1; set +ex; } >/dev/null
unset -f echo printf 2>/dev/null || :
gate='@GATE@'
answer=$(@WATCH@"$gate" hook --host cline --guarded --config '@CONFIG@' --state '@STATE@')
case $?:$answer in
10:) echo '{}' ;;
10:*) printf '%s\n' "$answer" ;;
12:*'"cancel":true'*) printf '%s\n' "$answer" ;;
*) echo '{"cancel":true,"errorMessage":"mastiff: the gate gave no answer, so this call is denied; a human runs mastiff doctor, or installs mastiff again"}' ;;
esac
