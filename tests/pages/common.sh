# Read by the scripts of this folder: counts findings, and ends with them.
failures=0
fail() {
	echo "$1" >&2
	failures=$((failures + 1))
}
finish() {
	[ "$failures" -eq 0 ] || { echo "$failures findings" >&2; exit 1; }
}

# commands of the program, and names and letters of the options of one, from its own help
commands_of() {
	"$1" --help | sed -n 's/^  \([a-z]\{1,\}\) .*/\1/p' | grep -v '^mechfmu$'
}
options_of() {
	"$1" help "$2" | sed -n '/^options:/,/^examples:/p' | sed -E 's/^( {6}| {2}-[a-z], )(--[a-z0-9-]+).*/\1\2/' |
		grep -oE -- '(^|[ ,])(--[a-z0-9-]+|-[a-z])' | tr -d ' ,'
}
# what completion offers is what it should: same <words> <offered> <expected>
same() {
	[ "$2" = "$3" ] || fail "$1: offers '$(tr '\n' ' ' <<<"$2")', not '$(tr '\n' ' ' <<<"$3")'"
}
