# Sourced by the scripts that try a server: a folder of its own, and a server that is started and stopped.
work=$(mktemp -d)
pid=
trap 'stop; rm -rf "$work"' EXIT
trap 'exit 1' INT TERM

# start COMMAND...: run a server in a process group of its own and wait until it says where it listens.
# Sets `url`, without a slash at its end; a server that ends, or says nothing for ten minutes, fails the script with its log.
start() {
    : >"$work/serve.log"
    setsid "$@" >"$work/serve.log" 2>&1 &
    pid=$!
    for _ in $(seq 1200); do
        url=$(sed -n 's|^serving on \(http://127.0.0.1:[0-9]*\)/.*|\1|p' "$work/serve.log")
        if [ -n "$url" ]; then return 0; fi
        kill -0 "$pid" 2>/dev/null || break
        sleep 0.5
    done
    cat "$work/serve.log" >&2
    echo "$0: '$*' did not serve" >&2
    exit 1
}

# stop: end the server and what it has started, by the number of its group.
stop() {
    [ -n "$pid" ] || return 0
    kill -TERM "-$pid" 2>/dev/null || true
    wait "$pid" 2>/dev/null || true
    pid=
}
