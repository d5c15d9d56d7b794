# For the scripts of this folder: FMUs unpacked, and libraries that take the image of another file.
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

word_of() { # <file> <offset>
	od -An -t u8 -j "$2" -N 8 "$1" | tr -d ' '
}

# with_image <library or object with an image> <library> <result>: the library with the image of the
# first, which is no larger than what it has room for
with_image() {
	local from to size
	from=$(block_of "$1")
	to=$(block_of "$2")
	# head: marker of 32 bytes, capacity, size of the image
	size=$(word_of "$1" $((from + 40)))
	[ "$size" -gt 0 ] && [ "$size" -le "$(word_of "$2" $((to + 32)))" ] || fail "$1: no image that $2 has room for"
	cp "$2" "$3"
	chmod u+w "$3"
	dd if=<(tail -c +$((from + 41)) "$1" | head -c $((8 + size))) of="$3" bs=64K iflag=fullblock oflag=seek_bytes \
		seek=$((to + 40)) conv=notrunc status=none
}
