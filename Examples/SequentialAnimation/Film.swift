import Foundation
import MainspringAnimation
import Synchronization

/// The frames of a host as lines of text: where its layers are, the darker the more they cover.
final class Film: Sendable {
    private let columns: Int
    private let frames = Mutex<[(time: Double, line: String)]>([])

    init(columns: Int) { self.columns = columns }

    /// Takes a frame; a column is ten points wide.
    func add(_ frame: LayerFrame) {
        var cells = [Character](repeating: " ", count: columns)
        frame.forEachShownLayer { layer in
            guard layer.backgroundColor != nil else { return }
            let shade = Array("░▒▓█")[min(Int(layer.totalOpacity * 4), 3)]
            let first = Int((layer.box.minX / 10).rounded())
            for column in max(first, 0)..<min(first + Int(layer.box.width / 10), columns) { cells[column] = shade }
        }
        let time = (frame.time * 10).rounded() / 10
        let line = "\(time) s |" + String(cells) + "|"
        frames.withLock { $0.append((frame.time, line)) }
    }

    /// The frame of each tenth of a second.
    var strip: String {
        frames.withLock { frames in
            var next = 0.0
            return frames.filter { frame in
                guard frame.time > next - 0.001 else { return false }
                next += 0.1
                return true
            }.map(\.line).joined(separator: "\n")
        }
    }
}
