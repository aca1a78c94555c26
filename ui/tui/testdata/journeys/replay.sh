#!/bin/sh
# Replays a journey in a terminal (tmux) and looks for its texts: replay.sh FILE [SECONDS A KEY [PROGRAM]]
# It says how to see it.
file=$1 pace=${2:-0.5} program=${3:-retune}
tmux -L "journey$$" new-session -d -x 120 -y 36 "env -u NO_COLOR XDG_STATE_HOME=/nonexistent $program" || exit 1
trap 'tmux -L "journey$$" kill-server' EXIT
echo "tmux -L journey$$ attach" >&2
sleep 1
bare() { LC_ALL=C.UTF-8 sed -E 's/[│━─●┷┴ ]+/ /g'; } # a text without what stands between its words
status=0
while IFS= read -r line; do
	case $line in
	'#'* | 'task '* | slow | limit* | '') continue ;;
	'> '*)
		for key in ${line#> }; do
			case $key in
			enter) key=Enter ;; esc) key=Escape ;; tab) key=Tab ;; up) key=Up ;; down) key=Down ;; left) key=Left ;; right) key=Right ;;
			pgup) key=PageUp ;; pgdown) key=PageDown ;; f[1-9]) key=F${key#f} ;;
			esac
			tmux -L "journey$$" send-keys -- "$key"
			sleep "$pace"
		done
		continue
		;;
	esac
	for try in 1 2 3 4 5 6 7 8 9 10; do # until it is worked out
		tmux -L "journey$$" capture-pane -p | bare | grep -qF -- "$(printf %s "$line" | bare)" && continue 2
		sleep 1
	done
	echo "$file: not on the screen: $line"
	status=1
done <"$file"
exit $status
