"""How a peer in Python is called, and what it prints: as measure.h says."""

import resource
import sys


def peak():
    """The peak of the process's memory in MiB."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def run(cases, version):
    """Runs the case that the command line names. Each case gives how many operations it was, and figures of all of them."""
    name = sys.argv[1] if len(sys.argv) > 1 else ""
    if name == "--describe":
        print("version", version)
        for case in cases:
            print("case", case)
        return
    if name not in cases:
        sys.exit("main.py: name one of the cases that --describe lists")
    operations, figures = cases[name]()
    line = [f"{key}={figure if key == 'value' else figure / operations:.3f}" for key, figure in figures.items()]
    line.append(f"peak-mib={peak():.1f}")
    print(" ".join(line))
