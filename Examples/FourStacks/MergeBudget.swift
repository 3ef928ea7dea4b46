import ArgumentParser

/// For how long a context merges at once, as an argument says it: milliseconds, or off.
struct MergeBudget: ExpressibleByArgument {
    static let usual = MergeBudget(duration: .milliseconds(4))

    /// Nil for as long as it takes.
    let duration: Duration?

    private init(duration: Duration?) { self.duration = duration }

    init?(argument: String) {
        if argument == "off" {
            self.init(duration: nil)
            return
        }
        // What is shorter than any duration is none.
        guard let number = Double(argument), number > 0, number <= 1_000, Duration.milliseconds(number) > .zero else {
            return nil
        }
        self.init(duration: .milliseconds(number))
    }

    var defaultValueDescription: String { duration.map { "\($0 / .milliseconds(1))" } ?? "off" }
}
