/// What installs packages on a system.
enum Installer {
    case apt, dnf, pacman
    /// None that is known.
    case none

    /// That of this machine.
    static var here: Installer {
        if Subprocess.path(of: "apt-get") != nil { return .apt }
        if Subprocess.path(of: "dnf") != nil { return .dnf }
        return Subprocess.path(of: "pacman") != nil ? .pacman : .none
    }

    /// The command that installs what is required.
    func command(for requirement: Requirement) -> String {
        switch self {
        case .apt: command(named: requirement.apt)
        case .dnf: command(named: requirement.dnf)
        case .pacman: command(named: requirement.pacman)
        case .none:
            "install what Debian calls \(requirement.apt), Fedora \(requirement.dnf), Arch \(requirement.pacman)"
        }
    }

    /// The command that installs packages.
    func command(named packages: String) -> String {
        switch self {
        case .apt: "sudo apt-get install \(packages)"
        case .dnf: "sudo dnf install \(packages)"
        case .pacman: "sudo pacman -S --needed \(packages)"
        case .none: "install \(packages)"
        }
    }
}
