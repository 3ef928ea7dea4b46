/// What one side says of a case at an instant.
struct Sample: Codable {
    /// With the timing function applied; nil where the animation has no effect.
    var progress: Double?
    /// Without the timing function; nil also where that was not asked.
    var evenProgress: Double?
    /// The number, the point, or the matrix row by row.
    var value: [Double]
}

/// What the browser's side hands over.
struct BrowserAnswers: Codable {
    var browser: String
    var answers: [Answer]

    struct Answer: Codable {
        var number: Int
        var samples: [Sample]
    }
}
