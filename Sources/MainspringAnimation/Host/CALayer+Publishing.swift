internal import Diagnostics
internal import Foundation
internal import MainspringFoundation
internal import MainspringGraphics

/// What a commit publishes of a layer.
extension CALayer {
    /// The layer as it is now.
    /// - Parameter now: Seconds of the host's clock; when animations begin that do not say.
    func published(at now: Double) -> RenderLayer {
        attached.removeAll { $0.isGone }
        commitAnimations(at: now)
        let tracks = attached.flatMap { $0.committed?.tracks ?? [] }
        return RenderLayer(
            values: values, children: tree.children.map(\.hostPlace), mask: tree.mask?.hostPlace ?? -1,
            preservesDepth: preservesDepth,
            animations: tracks.isEmpty ? nil : LayerAnimations(tracks) { self.baseValue(of: $0) },
            records: attached.compactMap { each in each.committed.map { (each.record, $0.timing) } })
    }

    private func commitAnimations(at now: Double) {
        guard attached.contains(where: { $0.committed == nil }) else { return }
        let local = convertTime(now, from: nil)
        for index in attached.indices where attached[index].committed == nil {
            let animation = attached[index].animation
            takeOver(animation, at: now)
            if animation.beginTime == 0 { animation.beginTime = local }
            let commit = AnimationCommit(
                defaultDuration: animation.duration, now: local,
                previous: { target in
                    self.committedValue(of: target.key).map { target.member(of: $0) }
                },
                target: { self.animationTarget($0) })
            let keyed = commit.animations(of: animation) { AnimationFault.log.write($0, $0.description) }
            attached[index].committed = CommittedTracks(
                timing: MediaTiming(animation, defaultDuration: animation.duration),
                tracks: keyed.map {
                    TargetedAnimation(target: $0.target, animation: $0.animation, record: attached[index].record)
                })
        }
    }

    /// What a key path leads to; nil if it leads nowhere.
    func animationTarget(_ keyPath: String) -> AnimationTarget? {
        let parts = keyPath.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
        guard let first = parts.first, !first.isEmpty else { return nil }
        let key = String(first)
        let path = parts.count > 1 ? String(parts[1]) : nil
        if let kind = type(of: self).valueKind(forKey: key) { return AnimationTarget(key: key, kind: kind, path: path) }
        guard LayerKey(rawValue: key) == nil, let value = value(forKey: key), let kind = ValueKind(of: value) else {
            return nil
        }
        return AnimationTarget(key: key, kind: kind, path: path)
    }

    /// The model's value of a property that not every layer has.
    private func baseValue(of target: AnimationTarget) -> AnimatedValue? {
        guard let value = value(forKey: target.key) else { return target.kind.zero ?? .nothing }
        return target.kind.value(of: value)
    }
}
