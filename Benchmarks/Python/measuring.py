"""How a peer in Python is called, and what it prints: as measure.h says."""

import resource
import sys


def peak():
    """The peak of the process's memory in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run(cases, version):
    """Runs the case that the command line names. Each case gives how many operations it was, and figures of all of them;
    `value` is a result that is no time, `peak-mib` the memory of a program that has several processes."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name == "--describe":
        print("version", version)
        for case in cases:
            print("case", case)
        return
    if name not in cases:
        sys.exit("main.py: name one of the cases that --describe lists")
    operations, figures = cases[name]()
    totals = {"value", "peak-mib"}
    figures.setdefault("peak-mib", peak())
    line = [f"{key}={figure if key in totals else figure / operations:.3f}" for key, figure in figures.items()]
    print(" ".join(line))
