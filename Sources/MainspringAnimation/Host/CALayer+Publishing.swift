internal import Diagnostics
internal import Foundation
internal import MainspringFoundation
internal import MainspringGraphics

/// What a commit publishes of a layer.
extension CALayer {
    /// The layer as it is now.
    /// - Parameters:
    ///   - former: What was published of it before; what has not changed is taken from it.
    ///   - dirt: What has changed since.
    ///   - now: Seconds of the host's clock; when animations begin that do not say.
    func published(after former: RenderLayer?, _ dirt: LayerDirt, at now: Double) -> RenderLayer {
        if let former, dirt == .animations {
            return RenderLayer(former, with: publishedAnimations(after: former.animations, at: now))
        }
        if let former, dirt.isOfTilesAlone { return RenderLayer(former, withTilesOf: ownOfClass) }
        willPublish()
        var animations: LayerAnimations?
        if let former, !dirt.contains(.animations), !(former.animations?.hasBases ?? false) {
            animations = former.animations
        } else {
            animations = publishedAnimations(after: nil, at: now)
        }
        let isSameTree = former != nil && !dirt.contains(.tree)
        return RenderLayer(
            identity: hostIdentity, type: type(of: self), values: values, ownOfClass: ownOfClass, ownValues: ownValues,
            children: isSameTree ? former?.children ?? [] : tree.children.map(\.hostPlace),
            mask: tree.mask?.hostPlace ?? -1, keepsDepth: keepsDepth, animations: animations)
    }

    /// - Parameter former: Those that were published before, if the values that they begin with are the same.
    private func publishedAnimations(after former: LayerAnimations?, at now: Double) -> LayerAnimations? {
        if attached.isEmpty { return nil }
        // Asked before: taking out counts the references of each.
        if attached.contains(where: { $0.isGone }) {
            attached.removeAll { $0.isGone }
            if attached.isEmpty { return nil }
        }
        commitAnimations(at: now)
        return LayerAnimations(attached, base: { former?.base(of: $0) ?? self.baseValue(of: $0) })
    }

    private func commitAnimations(at now: Double) {
        guard attached.contains(where: { !$0.isCommitted }) else { return }
        let local = convertedTime(now, from: nil)
        let context = context
        let commit = AnimationCommit(
            // Adding it has decided: what takes no time now changes at once.
            defaultDuration: 0, now: local,
            previous: { target in self.committedValue(of: target.key).map { target.member(of: $0) } },
            target: { context?.targets.target(of: $0, in: self) ?? self.animationTarget($0) })
        for record in attached where !record.isCommitted {
            prepare(record.animation, at: now, local)
            record.commit(
                commit.tracks(of: record.animation) { $0.tell(of: self, key: record.key) }, in: context?.claim)
        }
    }

    private func prepare(_ animation: CAAnimation, at now: Double, _ local: Double) {
        if animation.takesOver { takeOver(animation, at: now) }
        if animation.beginTime == 0 { animation.beginTime = local }
    }

    /// What a key path leads to; nil if it leads nowhere.
    func animationTarget(_ keyPath: String) -> AnimationTarget? {
        if let own = ownTarget(keyPath) { return own }
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
