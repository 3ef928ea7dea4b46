/// Where two right loops may differ, and what is done about it. Nothing else may.
package enum Deviation: String, CaseIterable, Sendable {
    case orderOfModes, severalPorts, portOfOuterRun, armedPort, lastSourceDecides, tolerance

    /// Why it is no difference in behaviour that a program may rely on, and where the rule is applied.
    package var reason: String {
        switch self {
        case .orderOfModes:
            """
            The order in which a source's schedule and cancel call-outs come for several modes, or for several common items, is that \
            of a hash table in libFoundation; so is the order in which blocks are let go at the end. Such lines that follow each \
            other are sorted (Trace.canonical). In the same way several common observers of one order come to a mode that becomes \
            common; the player makes no mode common then (Readiness).
            """
        case .severalPorts:
            """
            Which of several ready ports comes first is the kernel's choice: CFRunLoop takes the order in which its descriptors became \
            ready, ours takes turns. In exact scenarios the player lets one port be ready at a time and skips what would add a second \
            (Readiness). In crowded ones everything is ready at once, call-outs change nothing, and the lines of a run are compared \
            unordered, but the timers of one pass in their order, and no pass may serve two ports (Trace.canonical). Before and after \
            waiting are left out where main queue items ran: in the first pass the main queue is a port like others, later it is \
            asked before the sleep.
            """
        case .portOfOuterRun:
            """
            A run inside an observer of after waiting does not find the port that ended the outer run's sleep: libFoundation has told \
            the kernel to report each event once, and the outer run has the report in hand. In ours what is ready stays ready for \
            whoever asks. The player does not begin such a run (ScenarioPlayer.run).
            """
        case .armedPort:
            """
            libFoundation leaves a mode's timer port armed when the mode loses its last timer, and wakes once for nothing; it means to \
            disarm it, the code for Linux never does. The oracle arms such a port for a distant time instead (OracleLoop). Likewise it arms \
            the port for the next timer before it calls one, so that it is ready while the last of several is called; the player takes \
            that port for ready then (Readiness).
            """
        case .lastSourceDecides:
            """
            libFoundation takes a round of sources as handled if the last one collected was, though an earlier one was handled; \
            Apple's documentation says any. The player does not let the last of a round be invalidated or performed before its turn; \
            where it notices too late, the comparison ends (Readiness, ScenarioPlayer).
            """
        case .tolerance:
            """
            Tolerance is compiled out of libFoundation: its getter returns 0. The oracle answers by Darwin's rule: at least 0, at most \
            half the interval of a repeating timer (OracleLoop).
            """
        }
    }
}

extension Trace {
    /// The trace without what two right loops may do differently.
    package func canonical(_ style: Scenario.Style) -> Trace {
        var canonical = sortingUnorderedCallouts()
        if style == .crowded { canonical = canonical.unorderingPorts() }
        return canonical
    }

    /// By `orderOfModes`.
    private func sortingUnorderedCallouts() -> Trace {
        var sorted = Trace()
        var group: [Line] = []
        for line in lines {
            if line.kind == .schedule || line.kind == .discard {
                group.append(line)
                continue
            }
            sorted.lines += group.sorted { $0.text < $1.text }
            group = []
            sorted.lines.append(line)
        }
        sorted.lines += group.sorted { $0.text < $1.text }
        return sorted
    }

    /// By `severalPorts`.
    private func unorderingPorts() -> Trace {
        var result = Trace()
        var run: [Line] = []
        for line in joiningTimers().lines {
            switch line.kind {
            case .run:
                result.lines.append(line)
            case .result:
                result.lines += Self.unordered(run)
                result.lines.append(line)
                run = []
            default:
                if line.depth == 0 { result.lines.append(line) } else { run.append(line) }
            }
        }
        result.lines += Self.unordered(run)
        return result
    }

    private static func unordered(_ run: [Line]) -> [Line] {
        var portsInPass = 0
        var lines = run
        var last = Line.Kind.other
        let isWatched = run.contains { $0.kind == .observer(Activities.beforeTimers) }
        for line in run {
            switch line.kind {
            case .observer(Activities.beforeTimers): portsInPass = 0
            case .source1, .timer: portsInPass += 1
            case .mainQueue where last != .mainQueue: portsInPass += 1
            default: break
            }
            last = line.kind
            if isWatched, portsInPass > 1 {
                lines.append(Line(kind: .other, depth: 1, text: "a pass served two ports, see \(line.text)"))
            }
        }
        if run.contains(where: { $0.kind == .mainQueue }) {
            lines.removeAll {
                $0.kind == .observer(Activities.beforeWaiting) || $0.kind == .observer(Activities.afterWaiting)
            }
        }
        return lines.sorted { $0.text < $1.text }
    }

    /// Makes the timers of one pass one line.
    private func joiningTimers() -> Trace {
        var joined = Trace()
        for line in lines {
            if line.kind == .timer, let last = joined.lines.indices.last, joined.lines[last].kind == .timer {
                joined.lines[last].text += ", " + line.text
            } else {
                joined.lines.append(line)
            }
        }
        return joined
    }
}
