/// What may be referred to once it stands in a symbol.
enum SubstitutionKey: Hashable {
    case identifier(String)
    case nominal(NominalType)
    case type(MangledType)
}

/// Where the substitution stands that was written last, so that the next one can join it.
struct LastSubstitution {
    var position = 0
    var size = 0
    var count = 0
    var isStandard = false
}

extension SymbolMangler {
    mutating func addSubstitution(_ key: SubstitutionKey) {
        substitutions[key] = substitutions.count
    }

    /// Writes a reference to something that stands in the symbol already; false where it does not.
    mutating func appendSubstitution(for key: SubstitutionKey) -> Bool {
        guard let index = substitutions[key] else { return false }
        if index >= Self.letters {
            // Beyond the letters an index counts on: `A_`, `A0_`, `A1_`.
            let number = index - Self.letters
            append("A" + (number == 0 ? "" : String(number - 1)) + "_")
            return true
        }
        let letter = UInt8(ascii: "A") + UInt8(index)
        if !joins(letter, isStandard: false) { append("A" + String(UnicodeScalar(letter))) }
        return true
    }

    mutating func appendStandardSubstitution(_ letter: Character) {
        guard let byte = letter.asciiValue else { return }
        if !joins(byte, isStandard: true) { append("S" + String(letter)) }
    }

    /// Joins a substitution to the one right before it: `AB` and `AC` make `AbC`, twice `AB` makes `A2B`.
    private mutating func joins(_ letter: UInt8, isStandard: Bool) -> Bool {
        let last = lastSubstitution
        if last.count > 0, last.count < Self.mostRepetitions, buffer.count == last.position + last.size,
            last.isStandard == isStandard, let previous = buffer.last
        {
            if previous == letter {
                lastSubstitution.count += 1
                buffer.removeLast(last.size)
                buffer += Array(String(lastSubstitution.count).utf8) + [letter]
                lastSubstitution.size = buffer.count - last.position
                return true
            }
            if !isStandard {
                buffer.removeLast()
                // A lower case letter says that another one follows.
                buffer.append(previous + (UInt8(ascii: "a") - UInt8(ascii: "A")))
                lastSubstitution.position = buffer.count
                buffer.append(letter)
                lastSubstitution.size = 1
                lastSubstitution.count = 1
                return true
            }
        }
        lastSubstitution = LastSubstitution(position: buffer.count + 1, size: 1, count: 1, isStandard: isStandard)
        return false
    }

    private static var letters: Int { 26 }
    private static var mostRepetitions: Int { 2048 }
}
