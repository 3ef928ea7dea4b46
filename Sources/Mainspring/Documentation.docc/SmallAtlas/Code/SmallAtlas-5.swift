import QuartzCore

@main
enum SmallAtlas {
    static func main() {
        CGContext.installCairo()
        CFRunLoopGetMain().clock = Recording.clock
        Recording.main()
    }
}
