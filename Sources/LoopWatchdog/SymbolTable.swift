internal import CLinux
internal import Glibc

/// The functions that an ELF file names, read from its `.symtab` and `.dynsym`.
///
/// The file is mapped while the object lives. Nothing in it is believed: each offset is checked against the file's
/// size.
final class SymbolTable {
    struct Match {
        var name: String
        var start: UInt64
    }

    private let bytes: UnsafeRawBufferPointer

    /// nil when the file cannot be read or is not a 64-bit ELF file of this machine's byte order.
    init?(path: String) {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0,
            let start = mmap(nil, Int(status.st_size), PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED
        else { return nil }
        bytes = UnsafeRawBufferPointer(start: start, count: Int(status.st_size))
        guard let header: Elf64_Ehdr = load(at: 0), SymbolTable.isReadable(header) else { return nil }
    }

    deinit {
        munmap(UnsafeMutableRawPointer(mutating: bytes.baseAddress), bytes.count)
    }

    /// Whether these are the segments of this file; a file that was replaced since the program began would give wrong
    /// names.
    func hasSegments(_ loaded: UnsafeBufferPointer<Elf64_Phdr>) -> Bool {
        guard let header: Elf64_Ehdr = load(at: 0), Int(header.e_phnum) == loaded.count else { return false }
        return loaded.indices.allSatisfy { index in
            guard let segment: Elf64_Phdr = load(at: header.e_phoff, index) else { return false }
            let other = loaded[index]
            return segment.p_type == other.p_type && segment.p_vaddr == other.p_vaddr
                && segment.p_filesz == other.p_filesz && segment.p_memsz == other.p_memsz
        }
    }

    /// The function around each address; addresses are the file's own and ascend.
    func functions(around addresses: [UInt64]) -> [Match?] {
        var found = Candidates(addresses: addresses)
        let sections = self.sections
        for kind in [SHT_SYMTAB, SHT_DYNSYM] {
            for table in sections where table.sh_type == UInt32(kind) {
                guard sections.indices.contains(Int(table.sh_link)) else { continue }
                scan(table, strings: sections[Int(table.sh_link)], into: &found)
            }
        }
        return found.best.map { candidate in
            guard let candidate, let name = name(at: candidate.nameOffset) else { return nil }
            return Match(name: name, start: candidate.start)
        }
    }

    private var sections: [Elf64_Shdr] {
        guard let header: Elf64_Ehdr = load(at: 0) else { return [] }
        return (0..<Int(header.e_shnum)).compactMap { load(at: header.e_shoff, $0) }
    }

    private func scan(_ table: Elf64_Shdr, strings: Elf64_Shdr, into found: inout Candidates) {
        let size = UInt64(MemoryLayout<Elf64_Sym>.size)
        let (end, overflow) = table.sh_offset.addingReportingOverflow(table.sh_size)
        guard !overflow, end <= UInt64(bytes.count) else { return }
        for offset in stride(from: Int(table.sh_offset), to: Int(end - table.sh_size % size), by: Int(size)) {
            let symbol = bytes.loadUnaligned(fromByteOffset: offset, as: Elf64_Sym.self)
            let type = CInt(symbol.st_info & 0xf)
            guard type == STT_FUNC || type == STT_GNU_IFUNC, symbol.st_shndx != 0, symbol.st_value != 0 else {
                continue
            }
            let (name, overflow) = strings.sh_offset.addingReportingOverflow(UInt64(symbol.st_name))
            if !overflow { found.offer(start: symbol.st_value, size: symbol.st_size, nameOffset: name) }
        }
    }

    private func name(at offset: UInt64) -> String? {
        guard offset < UInt64(bytes.count) else { return nil }
        let rest = bytes[Int(offset)...]
        guard let end = rest.firstIndex(of: 0), end > rest.startIndex else { return nil }
        return String(decoding: rest[..<end], as: UTF8.self)
    }

    private func load<Value: BitwiseCopyable>(at offset: UInt64, _ index: Int = 0) -> Value? {
        let size = UInt64(MemoryLayout<Value>.size)
        let (place, overflow) = offset.addingReportingOverflow(UInt64(index) * size)
        guard !overflow, UInt64(bytes.count) >= size, place <= UInt64(bytes.count) - size else { return nil }
        return bytes.loadUnaligned(fromByteOffset: Int(place), as: Value.self)
    }

    private static func isReadable(_ header: Elf64_Ehdr) -> Bool {
        let identity = header.e_ident
        return identity.0 == 0x7f && identity.1 == UInt8(ascii: "E") && identity.2 == UInt8(ascii: "L")
            && identity.3 == UInt8(ascii: "F") && CInt(identity.4) == ELFCLASS64
            && CInt(identity.5) == (1.littleEndian == 1 ? ELFDATA2LSB : ELFDATA2MSB)
            && Int(header.e_shentsize) == MemoryLayout<Elf64_Shdr>.size
            && Int(header.e_phentsize) == MemoryLayout<Elf64_Phdr>.size
    }
}

/// The best symbol so far for each of some addresses, so that a table is read once, whatever its order, and never
/// indexed.
private struct Candidates {
    struct Candidate {
        var start: UInt64
        var nameOffset: UInt64
    }

    let addresses: [UInt64]
    var best: [Candidate?]

    init(addresses: [UInt64]) {
        self.addresses = addresses
        best = Array(repeating: nil, count: addresses.count)
    }

    /// A symbol without a size (assembly) reaches to the next one.
    mutating func offer(start: UInt64, size: UInt64, nameOffset: UInt64) {
        var low = 0
        var high = addresses.count
        while low < high {
            let middle = (low + high) / 2
            if addresses[middle] < start { low = middle + 1 } else { high = middle }
        }
        for index in low..<addresses.count {
            if size > 0, addresses[index] - start >= size { return }
            // The one that begins last is the innermost; among several names of one place the first stays.
            if let present = best[index], present.start >= start { continue }
            best[index] = Candidate(start: start, nameOffset: nameOffset)
        }
    }
}
