internal import ArgumentParser

/// The choice between text and JSON.
struct JSONOption: ParsableArguments {
    @Flag(help: "Print JSON instead of text.")
    var json = false
}
