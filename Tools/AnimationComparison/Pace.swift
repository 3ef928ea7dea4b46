/// A timing function, evaluated plainly: by bisection.
struct Pace {
    let x1, y1, x2, y2: Double

    /// How exactly Chromium finds the place on a curve that belongs to a part of the time.
    private static let chromiumAccuracy = 1e-7

    init(_ points: [Double]) { (x1, y1, x2, y2) = (points[0], points[1], points[2], points[3]) }

    /// By how much Chromium's progress may be off for that reason.
    func slack(at part: Double) -> Double {
        let accuracy = Self.chromiumAccuracy
        let middle = value(at: part)
        return max(abs(value(at: part - accuracy) - middle), abs(value(at: part + accuracy) - middle))
    }

    private func value(at part: Double) -> Double {
        guard part > 0 else { return 0 }
        guard part < 1 else { return 1 }
        var (low, high) = (0.0, 1.0)
        for _ in 0..<60 {
            let middle = (low + high) / 2
            if Self.coordinate(x1, x2, middle) < part { low = middle } else { high = middle }
        }
        return Self.coordinate(y1, y2, (low + high) / 2)
    }

    private static func coordinate(_ first: Double, _ second: Double, _ place: Double) -> Double {
        let rest = 1 - place
        return 3 * rest * rest * place * first + 3 * rest * place * place * second + place * place * place
    }
}
