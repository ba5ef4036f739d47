# Runs each program in a child of its own, with a hook that sees what Python does for it, and reports what it should
# not have done.
import json
import os
import resource
import signal
import sys

HARMFUL = (
    "os.remove os.rename os.mkdir os.rmdir os.symlink os.link os.truncate os.chmod os.chown os.lchown os.utime os.setxattr "
    "os.removexattr os.putenv os.unsetenv os.system os.exec os.posix_spawn os.spawn os.startfile os.fork os.forkpty os.kill "
    "os.killpg os.chdir os.fchdir os.chflags os.lockf os.mknod pty.spawn code.__new__ sys.settrace sys.setprofile "
    "sys._current_frames gc.get_objects cpython.run_command cpython.run_startup builtins.input builtins.breakpoint "
    "webbrowser.open sys.addaudithook fcntl.fcntl fcntl.ioctl resource.setrlimit signal.pthread_kill"
).split()
FAMILIES = (
    "subprocess. socket. ctypes. shutil. tempfile. ftplib. http. urllib. smtplib. sqlite3. imaplib. poplib. telnetlib. "
    "nntplib. winreg. msvcrt. mmap. syslog. pickle. marshal.load"
).split()
WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
# Parts of the library try these; the reader stops where a file of such a name lies.
TRIED = {"org", "java", "vms_lib", "sitecustomize", "usercustomize", "tzdata"}
LIBRARY = set(sys.stdlib_module_names) | set(sys.builtin_module_names) | TRIED
sys.setrecursionlimit(2000)


def predicted(path, reads):
    whole = os.path.normpath(os.path.join("/w/repo", os.fspath(path)))
    if not whole.startswith("/w/"):
        return True
    for place, deep in reads:
        place = os.path.normpath(os.path.join("/w/repo", place))
        if whole == place or (deep and whole.startswith(place.rstrip("/") + "/")):
            return True
    return False


def hook(report, reads):
    busy = []

    def seen(event, args):
        if busy:
            return
        busy.append(1)
        try:
            bad = None
            # the import system loads cached bytecode
            if event in HARMFUL or (event.startswith(tuple(FAMILIES)) and event not in ("marshal.loads", "marshal.load")):
                bad = f"{event} {args!r}"
            elif event == "open":
                path, _, flags = args
                if flags & WRITING:
                    bad = f"opens {path!r} for writing"
                elif isinstance(path, (str, bytes)) and not predicted(os.fsdecode(path), reads):
                    bad = f"reads {path!r}, which was not predicted"
                elif isinstance(path, int) and path != 0:
                    bad = f"opens descriptor {path}"
            elif event == "import":
                module, file = args[0], args[1]
                known = module.split(".")[0] in LIBRARY or module.startswith("_sysconfigdata_")
                if not known or str(file or "").startswith("/w"):
                    bad = f"imports {module!r} from {file!r}"
            if bad:
                os.write(report, (bad + "\n").encode("utf-8", "replace"))
                os._exit(3)
        finally:
            busy.clear()

    return seen


def child(text, reads, report):
    os.dup2(os.open("/w/stdin", os.O_RDONLY), 0)
    os.dup2(os.open("/dev/null", os.O_WRONLY), 1)
    os.dup2(1, 2)
    sys.stdin = open(0)
    sys.argv = ["-c", "README.md"]
    signal.alarm(3)
    resource.setrlimit(resource.RLIMIT_CPU, (2, 2))
    resource.setrlimit(resource.RLIMIT_AS, (1 << 30, 1 << 30))
    program = compile(text, "<string>", "exec")
    sys.addaudithook(hook(report, reads))
    try:
        exec(program, {"__name__": "__main__"})
        sys.stdout.flush()
    except BaseException:
        os._exit(1)
    os._exit(0)


def snapshot():
    found = []
    for folder, _, files in os.walk("/w/repo"):
        for file in files:
            data = os.lstat(os.path.join(folder, file))
            found.append((folder, file, data.st_size, data.st_mtime_ns, data.st_mode))
    return sorted(found)


def run(text, reads):
    into, report = os.pipe()
    pid = os.fork()
    if pid == 0:
        try:
            child(text, reads, report)
        finally:
            os._exit(9)
    os.close(report)
    with os.fdopen(into, "rb") as pipe:
        said = pipe.read().decode("utf-8", "replace")
    _, status = os.waitpid(pid, 0)
    return status, said


# What most programs import is there before they start, which saves most of the time.
import base64, collections, csv, datetime, difflib, hashlib, html, io, itertools, math, re, statistics, string  # noqa
import textwrap, unicodedata  # noqa

os.chdir("/w/repo")
os.environ["HOME"] = "/w/home"
before = snapshot()
with open("/w/log", "a") as log:
    for line in open("/w/programs"):
        text, reads = json.loads(line)
        status, said = run(text, reads)
        after = snapshot()
        if after != before:
            said += "the files of the repository changed\n"
            before = after
        kind = "bad" if said else "ok" if status == 0 else "failed"
        log.write(json.dumps([kind, text, said]) + "\n")
    log.write(json.dumps(["end", "", ""]) + "\n")
