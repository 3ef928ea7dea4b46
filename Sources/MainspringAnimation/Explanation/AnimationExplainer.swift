internal import Foundation

/// Looks for what a property shows, and why.
struct AnimationExplainer {
    private let layer: CALayer
    private let keyPath: String
    private(set) var explanation = AnimationExplanation()

    init(_ layer: CALayer, _ keyPath: String) {
        self.layer = layer
        self.keyPath = keyPath
        guard let target = layer.animationTarget(keyPath) else {
            explanation.note(
                .unknownKeyPath,
                "“\(keyPath)” is nothing of a \(type(of: layer)) that can be animated. Check its spelling; name properties of your own in animatableProperties."
            )
            return
        }
        guard let context = layer.context else {
            explanation.note(
                .noHost,
                "\(layer.title.capitalizedFirst) is in no host, so nothing of it is animated, and an animation that is added ends at once. Set it, or a layer around it, as the `layer` of a LayerHost."
            )
            noteEnding()
            return
        }
        guard let shown = context.shown(layer) else {
            explanation.note(
                .notCommitted,
                "\(layer.title.capitalizedFirst) was not committed yet, so it does not show. \(Self.openTransaction)")
            return
        }
        noteValue(target, shown.layer, shown.time)
        notePending(target)
        if explanation.animations.isEmpty { noteEnding() }
        notePauses()
        if !context.isVisible {
            explanation.note(
                .hostNotVisible,
                "The host is not visible, so no frames are made to be seen; animations end at their time all the same.")
        }
        if explanation.animations.isEmpty, !explanation.reasons.contains(.notCommitted) { noteActions(target) }
    }

    // MARK: What shows

    private mutating func noteValue(_ target: AnimationTarget, _ shown: RenderLayer, _ time: Double) {
        let animations = shown.animations
        let course = animations?.courses.firstIndex { $0.key == target.key }
        let whole =
            course.flatMap { animations?.value(of: $0, at: time, values: shown.values) }
            ?? target.layerKey.flatMap { shown.values.animatedValue(of: $0) } ?? layer.committedOwn[target.key]
        let value = whole.flatMap { target.memberKind.any(target.member(of: $0)) }.map { Self.naming($0) } ?? "nothing"
        let own = (course.flatMap { animations?.courses[$0].animations } ?? []).filter { $0.target.touches(target) }
        let winner = own.last { !$0.isAdditive && $0.isInEffect(at: time) }
        var parts: [String] = []
        for each in own {
            let isInEffect = each.isInEffect(at: time)
            let counts = isInEffect && (each.isAdditive || each === winner)
            let record = animations?.records.first { $0.tracks.contains(each) }
            let animation = describe(each, record, time, counts)
            explanation.animations.append(animation)
            if counts {
                parts.append("\(animation.isAdditive ? "with " : "by ")\(animation.title): \(animation.course)")
            }
        }
        let showing = "“\(keyPath)” of \(layer.title) shows \(value)"
        explanation.sentences.append(
            parts.isEmpty ? "\(showing), its own value." : "\(showing), \(parts.joined(separator: "; and ")).")
        for (each, animation) in zip(own, explanation.animations) where !animation.counts {
            noteIdle(each, animation, time)
        }
    }

    private mutating func noteIdle(
        _ committed: CommittedAnimation, _ animation: AnimationExplanation.Animation, _ time: Double
    ) {
        if committed.isInEffect(at: time) {
            explanation.sentences.append("A later animation takes the place of \(animation.title).")
        } else if time < committed.span.start {
            let wait = committed.span.start - time
            explanation.note(
                .notBegun, "\(animation.title.capitalizedFirst) begins in \(Self.seconds(wait)) of the layer's time.")
        } else if committed.timing.activeDuration == 0 {
            explanation.note(
                .noDuration, "\(animation.title.capitalizedFirst) has a duration of 0, so it was over as it began.")
        } else {
            explanation.note(.finished, "\(animation.title.capitalizedFirst) has come to its end.")
        }
    }

    private func describe(
        _ each: CommittedAnimation, _ record: AnimationRecord?, _ time: Double, _ counts: Bool
    ) -> AnimationExplanation.Animation {
        var instant = GroupTime.Instant(time: time)
        for group in each.groups { instant = group.inner(instant) ?? instant }
        let time = instant.time
        let timing = each.timing
        let sample = timing.sample(at: time, isHeld: instant.isHeld)
        let elapsed = sample.phase == .before ? timing.map.local(time) : sample.course.progress * timing.duration
        return AnimationExplanation.Animation(
            className: record.map { "\(type(of: $0.animation))" } ?? "CAAnimation", key: record?.key,
            elapsed: elapsed, duration: timing.duration, repetition: Int(min(sample.course.repeats, 1e9)) + 1,
            isAdditive: each.isAdditive, counts: counts)
    }

    // MARK: Why not

    /// Animations that are not published, or in which nothing was left that could be.
    private mutating func notePending(_ target: AnimationTarget) {
        for each in layer.attached where !each.isGone {
            let own = each.animation.propertyAnimations.filter { $0.keyPath.map { touches($0, target) } ?? false }
            guard !own.isEmpty else { continue }
            let title = AnimationExplanation.title("\(type(of: each.animation))", each.key)
            guard each.isCommitted else {
                explanation.note(
                    .notCommitted, "\(title.capitalizedFirst) was not committed yet. \(Self.openTransaction)")
                continue
            }
            let commit = AnimationCommit(target: { [layer] in layer.animationTarget($0) })
            for animation in own {
                var fault: AnimationFault?
                guard commit.tracks(of: animation, report: { fault = $0 }).first == nil, let fault else { continue }
                explanation.note(.faulty, fault.description)
            }
        }
    }

    /// Whether an animation of a key path is one of what is asked for.
    private func touches(_ path: String, _ target: AnimationTarget) -> Bool {
        path == keyPath || layer.animationTarget(path)?.touches(target) ?? false
    }

    private mutating func noteEnding() {
        guard let ending = layer.lastEnding, ending.isOf(keyPath) else { return }
        let title = AnimationExplanation.title("\(ending.type)", ending.key).capitalizedFirst
        switch ending.how {
        case .finished where !(ending.duration > 0):
            explanation.note(.noDuration, "\(title) had a duration of 0, so it was over as it began.")
        case .finished: explanation.note(.finished, "\(title) has come to its end.")
        case .removed: explanation.note(.removed, "\(title) was removed.")
        case .replaced: explanation.note(.replaced, "\(title) was replaced by another animation under its key.")
        case .hostless: explanation.note(.noHost, "\(title) ended at once, because the layer had no host.")
        }
    }

    private mutating func notePauses() {
        for ancestor in sequence(first: layer, next: { $0.tree.parent }) where ancestor.values.timing.speed == 0 {
            explanation.note(
                .paused, "Time stands still: the speed of \(ancestor.title) is 0.")
        }
    }

    private mutating func noteActions(_ target: AnimationTarget) {
        if TransactionStack.current.disablesActions {
            return explanation.note(
                .actionsDisabled, "A change of it would not be animated: the current transaction disables actions.")
        }
        guard layer.action(forKey: target.key) == nil else { return }
        let isNull = layer.delegate?.action(for: layer, forKey: target.key) is NSNull
        let why =
            isNull
            ? "the delegate gives NSNull for it"
            : layer.context?.root === layer
                ? "the outermost layer of a host has no actions of its own" : "no action was found"
        explanation.note(.noAction, "A change of it would not be animated: \(why).")
    }

    // MARK: Words

    private static var openTransaction: String {
        guard let place = TransactionStack.current.openPlace else {
            return "The run loop commits it before it sleeps; CATransaction.flush() does at once."
        }
        return "The transaction begun\(place) is still open: commit it."
    }

    private static func naming(_ any: Any) -> String {
        let text = (any as? CGFloat).map { number(Double($0)) } ?? String(describing: any)
        return text.count > 60 ? "\(text.prefix(60))…" : text
    }

    static func seconds(_ value: Double) -> String { value.isFinite ? "\(number(value)) s" : "no end" }

    /// A number to the thousandth.
    private static func number(_ value: Double) -> String {
        let rounded = (value * 1000).rounded() / 1000
        return abs(rounded) < 1e15 && rounded == rounded.rounded() ? "\(Int(rounded))" : "\(rounded)"
    }
}

extension AnimationTarget {
    /// Whether a change of one changes the other.
    fileprivate func touches(_ other: AnimationTarget) -> Bool {
        guard key == other.key else { return false }
        switch (member, other.member) {
        case (.numbers(let first, let count), .numbers(let otherFirst, let otherCount)):
            return first < otherFirst + otherCount && otherFirst < first + count
        default: return true
        }
    }
}

extension AnimationExplanation {
    /// What a sentence calls an animation.
    static func title(_ className: String, _ key: String?) -> String {
        key.map { "the \(className) “\($0)”" } ?? "a \(className) without a key"
    }
}

extension AnimationExplanation.Animation {
    fileprivate var title: String { AnimationExplanation.title(className, key) }

    fileprivate var course: String {
        let part = "\(AnimationExplainer.seconds(elapsed)) of \(AnimationExplainer.seconds(duration))"
        return repetition > 1 ? "\(part), repeat \(repetition)" : part
    }
}

extension String {
    fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}

extension CALayer {
    /// What a sentence calls the layer.
    fileprivate var title: String { name.map { "“\($0)”" } ?? "a \(type(of: self))" }
}
