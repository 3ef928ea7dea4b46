// The names of Apple's module, for sources that say `import CoreGraphics`, and Foundation's, which hold its points, sizes and rectangles.

#if canImport(Darwin)
    #error(
        """
        On Apple's platforms CoreGraphics is the system's: let the target depend on this product on Linux only, \
        condition: .when(platforms: [.linux])
        """)
#else

    @_exported public import Foundation
    @_exported public import MainspringGraphics
    // What makes bitmaps, and draws in them: not there for those who have switched off the trait, and with it the libraries of C below.
    #if Rendering
        @_exported public import MainspringRendering
    #endif

#endif
