// What Apple has and Linux has not: graphics processors as Apple's platforms reach them, layers of other processes.

internal import Diagnostics

/// Not here: pictures of Metal.
@available(*, unavailable, message: "There is no Metal on Linux. Draw into a CGContext and set the image as contents.")
public final class CAMetalLayer {}

/// Not here: pictures of Metal.
@available(*, unavailable, message: "There is no Metal on Linux. Draw into a CGContext and set the image as contents.")
public protocol CAMetalDrawable: AnyObject {}

/// Not here: the beat of a Metal layer.
@available(*, unavailable, message: "There is no Metal on Linux. Use a CADisplayLink.")
public final class CAMetalDisplayLink {
    /// Not here: what is drawn into in a beat of it.
    public final class Update {}
}

/// Not here: who is told of the beats of a Metal layer.
@available(*, unavailable, message: "There is no Metal on Linux. Use a CADisplayLink.")
public protocol CAMetalDisplayLinkDelegate: AnyObject {}

/// Not here: pictures of OpenGL.
@available(*, unavailable, message: "Layers do not show OpenGL. Draw into a CGContext and set the image as contents.")
public final class CAOpenGLLayer {}

/// Not here: pictures of OpenGL ES.
@available(*, unavailable, message: "Layers do not show OpenGL. Draw into a CGContext and set the image as contents.")
public final class CAEAGLLayer {}

/// Not here: how a Metal layer's brightness is to be read.
@available(
    *, unavailable, message: "It is for Metal layers, and there is no Metal on Linux; nothing is brighter than white."
)
public final class CAEDRMetadata {}

/// Not here: layers of another process.
@available(
    *, unavailable, message: "Layers of one process are not shown in another. Send an image and set it as contents."
)
public final class CARemoteLayerClient {}

/// Not here: layers of another process.
@available(
    *, unavailable, message: "Layers of one process are not shown in another. Send an image and set it as contents."
)
public final class CARemoteLayerServer {}

/// Not here: what a process shows of its layers in another one.
@available(
    *, unavailable, message: "Layers of one process are not shown in another. Use a LayerHost for those of this one."
)
public final class CAContext {}

extension CALayer {
    /// Not here: a layer that shows those of another process.
    @available(
        *, unavailable,
        message: "Layers of one process are not shown in another. Send an image and set it as contents."
    )
    public convenience init(remoteClientId client_id: UInt32) { Diagnostics.unavailable() }
}
