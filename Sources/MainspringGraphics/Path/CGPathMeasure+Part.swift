public import Foundation

extension CGPathMeasure {
    /// The part of the path between two lengths along it; empty if the second is not greater than the first.
    ///
    /// Lengths are taken within the path's. Quadratic curves become cubic ones. A subpath that was closed stays so if
    /// all of it is in the part; else what there is of it is open.
    public func path(from first: CGFloat, to last: CGFloat) -> CGPath {
        let (first, last) = (max(first, 0), min(last, length))
        var contents = PathContents()
        guard first < last else { return CGPath(contents: contents) }
        for subpath in subpaths {
            let segments = segments[subpath.segments]
            let parts = segments.filter { $0.startLength + $0.length > first && $0.startLength < last }
            guard let start = parts.first else { continue }
            contents.move(to: start.part(from: first - start.startLength, to: last - start.startLength).start)
            let isWhole =
                parts.count == segments.count && start.startLength >= first
                && (parts.last.map { $0.startLength + $0.length <= last } ?? false)
            for segment in parts where !(isWhole && segment.isClosing) {
                contents.add(segment.part(from: first - segment.startLength, to: last - segment.startLength).element)
            }
            if isWhole, subpath.isClosed { contents.close() }
        }
        return CGPath(contents: contents)
    }
}
