# Read by build/export and build/test: quiet steps, and the steps of CMake.
# Sets `root` (the project) and `jobs`; ends in the project folder.
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
jobs=$(nproc 2>/dev/null || echo 2)
caller_folder=$PWD
cd "$root"

# announce <what>: a line for a stage that takes long, where there is no terminal on which quietly
# shows it
announce() {
	[ -t 2 ] || printf '%s ...\n' "$1" >&2
}

# quietly <what> <command ...>: says what on a terminal, shows the command and its output only when
# it fails
quietly() {
	local what=$1 log status=0
	shift
	mkdir -p out
	log=$(mktemp out/log.XXXXXX)
	[ ! -t 2 ] || printf '%s ...\r' "$what" >&2
	"$@" >"$log" 2>&1 </dev/null || status=$?
	[ ! -t 2 ] || printf '\033[K' >&2
	if [ "$status" -ne 0 ]; then
		printf '%s failed (status %d): %s\n' "$what" "$status" "$*" >&2
		sed 's/^/    /' "$log" >&2
	fi
	rm -f "$log"
	return "$status"
}

configure_preset() {
	command -v ninja >/dev/null && export CMAKE_GENERATOR=Ninja
	announce "Configuring $1"
	quietly "Configuring $1" cmake --preset "$1"
}

# build_preset <preset> <folder> [target]
build_preset() {
	announce "Building $1${3:+: $3}"
	quietly "Building $1${3:+: $3}" cmake --build "$2" --parallel "$jobs" --target "${3:-all}"
}
