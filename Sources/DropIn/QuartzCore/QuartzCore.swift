// The names of Apple's module, for sources that say `import QuartzCore`, and those of Foundation, CoreGraphics and the run loop's C level,
// which come with it there.

#if canImport(Darwin)
    #error(
        """
        On Apple's platforms QuartzCore is the system's: let the target depend on this product on Linux only, \
        condition: .when(platforms: [.linux])
        """)
#else

    @_exported public import Foundation
    @_exported public import Mainspring
    @_exported public import MainspringAnimation
    @_exported public import MainspringGraphics
    // What makes bitmaps, and draws layers: not there for those who have switched off the trait, and with it the libraries of C below.
    #if Rendering
        @_exported public import MainspringRendering
    #endif

#endif
