# For the scripts of this folder: an FMU unpacked, and the library that its sources must equal bit by bit.
set -euo pipefail
tests=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
strict=(-std=c11 -O1 -Wall -Wextra -Wpedantic -Werror -fPIC)

fail() {
	echo "$1" >&2
	exit 1
}

# unpack <mechfmu> <mechanism file> <folder>
unpack() {
	"$1" export "$2" --output "$3.fmu" >/dev/null
	rm -rf "$3"
	unzip -qo "$3.fmu" -d "$3"
}

guid_of() { # <folder>
	xmllint --xpath 'string(/fmiModelDescription/@guid)' "$1/modelDescription.xml"
}

block_of() { # <library>: where the image block begins
	grep -aboF 'mechfmu image block version 0001' "$1" | cut -d: -f1
}

# portable_library <packed library> <portable library> <result>: the second with the image of the first
portable_library() {
	local from to size
	from=$(block_of "$1")
	to=$(block_of "$2")
	# head of 48 bytes, capacity at 32
	size=$((48 + $(od -An -t u8 -j $((from + 32)) -N 8 "$1")))
	[ "$size" -eq $((48 + $(od -An -t u8 -j $((to + 32)) -N 8 "$2"))) ] || fail "$1: not the reserve of $2"
	cp "$2" "$3"
	chmod u+w "$3"
	dd if=<(tail -c +$((from + 1)) "$1" | head -c "$size") of="$3" bs=64K iflag=fullblock oflag=seek_bytes seek="$to" \
		conv=notrunc status=none
}
