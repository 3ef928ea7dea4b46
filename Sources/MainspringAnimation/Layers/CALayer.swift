public import Foundation
public import Mainspring
public import MainspringFoundation
public import MainspringGraphics

/// A rectangle of a scene: where it lies, what it looks like, and the layers inside it.
///
/// A tree of layers belongs to one thread at a time, and is not `Sendable`. Coordinates grow to the right and
/// downwards.
///
/// The properties are declared here, in the class, so that a subclass can override them; what they do stands in the
/// extensions.
open class CALayer: NSObject, CAMediaTiming, KeyValueCoding {
    // What a change asks for first, so that it lies together in memory.

    /// The side of the host that the layer is under; nil for a layer without one.
    var context: LayerContext?
    /// The layer's place in the published tree; -1 without a host.
    var hostPlace: Int32 = -1
    /// Which of all layers that came under a host it is; 0 for one that never did.
    var hostIdentity: UInt64 = 0
    /// What has changed since it was published.
    var dirt: LayerDirt = []
    /// Whether somebody may have an action for a change: a delegate, actions of its own, a style, a class of its own.
    var isWatched = false {
        didSet { if isWatched { context?.hasWatchedLayers = true } }
    }
    /// It is just taken out of one place for another one in the same tree.
    var isMoving = false
    /// Which part of the tree, the sublayers or the mask, is just being changed.
    var changingTree: LayerKey?
    var values = LayerValues()
    var tree = LayerTree()
    var layout = LayerLayout()
    /// What it has from the layers around it; nil where these are few, or nobody has asked.
    var surroundings: LayerSurroundings?
    var displaying = LayerDisplay()
    /// In the order in which they were added.
    var attached: [AnimationRecord] = []
    /// Values of keys that are no properties.
    var ownValues: [String: Any] = [:]
    /// What was set on the layer itself; nil for a layer that never had a style.
    var settings: OwnSettings?
    /// The layer that this one is a presentation of.
    var modelLayer: CALayer?
    /// Of a presentation, the superlayer's, once it was asked for.
    var presentedParent: CALayer?
    /// Animatable properties that not every layer has, by key, as they were committed.
    var committedOwn: [String: AnimatedValue] = [:]
    /// How the animation ended that was over last.
    var lastEnding: AnimationEnding?
    /// The speed at which time goes on when it is resumed; nil where it was not stopped by ``playback``.
    var resumingSpeed: Float?

    /// A layer with the defaults: empty, without a place.
    public override init() {
        super.init()
        isWatched = type(of: self) != CALayer.self
        if isWatched { _ = AnimatableProperties.of(type(of: self)) }
    }

    /// A copy of another layer's values, as a presentation needs one. Sublayers and the delegate are not copied.
    ///
    /// A subclass overrides it to copy what it has itself.
    public init(layer: Any) {
        super.init()
        isWatched = type(of: self) != CALayer.self
        if isWatched { _ = AnimatableProperties.of(type(of: self)) }
        guard let other = layer as? CALayer else { return }
        values = other.values
        ownValues = other.ownValues
        settings = other.settings
        displaying.drawn = other.displaying.drawn
    }

    /// A layer of the class with the defaults, or of the nearest superclass of ours: what the defaults of keys are read
    /// from.
    ///
    /// Not an initializer that is `required`, since a subclass may need more than nothing to be made.
    class func makeDefault() -> CALayer { CALayer() }

    /// Whether the sublayers are not made flat into the layer's plane.
    var keepsDepth: Bool { false }

    /// The layer, if it is drawn in tiles.
    var tiled: CATiledLayer? { nil }

    /// Something else than tiles of the layer is going to be published.
    func willPublish() {}

    /// Whether the layer itself shows anything, in a plane of its own.
    var hasPlane: Bool { true }

    deinit {
        for child in tree.children { child.leaveParent() }
        tree.mask?.leaveParent()
        tree.release()
        if presentedParent != nil { StepwiseRelease.release(&presentedParent) }
    }

    /// A copy for a presentation: whatever the class makes of ``init(layer:)``.
    ///
    /// A convenience initializer calls the designated one of the object's class; see `CALayer+Presentation.swift`.
    convenience init(presenting layer: Any) {
        self.init(layer: layer)
    }

    // MARK: Place

    /// The layer's own coordinates: where they begin, and how far they reach. Sides below 0 are told from the other
    /// corner.
    open var bounds: CGRect {
        get { values.geometry.bounds }
        set { setBounds(newValue) }
    }

    /// Where the anchor point lies in the superlayer.
    open var position: CGPoint {
        get { values.geometry.position }
        set { change(.position, from: values.geometry.position, to: newValue) { $0.geometry.position = $1 } }
    }

    /// How far in front of the superlayer's plane the layer lies; of two sublayers the one in front covers the other.
    open var zPosition: CGFloat {
        get { values.geometry.zPosition }
        set { change(.zPosition, from: values.geometry.zPosition, to: newValue) { $0.geometry.zPosition = $1 } }
    }

    /// The point of the layer that lies at ``position``, and about which it is transformed; in parts of the bounds'
    /// size.
    open var anchorPoint: CGPoint {
        get { values.geometry.anchorPoint }
        set { change(.anchorPoint, from: values.geometry.anchorPoint, to: newValue) { $0.geometry.anchorPoint = $1 } }
    }

    /// How far in front of the layer's plane the anchor point is.
    open var anchorPointZ: CGFloat {
        get { values.geometry.anchorPointZ }
        set {
            change(.anchorPointZ, from: values.geometry.anchorPointZ, to: newValue) { $0.geometry.anchorPointZ = $1 }
        }
    }

    /// What is done to the layer about its anchor point.
    open var transform: CATransform3D {
        get { CATransform3D(values.geometry.transform) }
        set {
            change(.transform, from: values.geometry.transform, to: Matrix4(newValue)) { $0.geometry.transform = $1 }
        }
    }

    /// Sets ``transform`` to a transform of the plane.
    open func setAffineTransform(_ m: CGAffineTransform) { transform = CATransform3DMakeAffineTransform(m) }

    /// The transform of the plane that ``transform`` is; the identity where it is none.
    open func affineTransform() -> CGAffineTransform { CATransform3DGetAffineTransform(transform) }

    /// The smallest upright rectangle around the layer in its superlayer; setting it sets bounds and position.
    open var frame: CGRect {
        get { values.geometry.frame }
        set { setFrame(newValue) }
    }

    /// What is done to all sublayers about this layer's anchor point, such as a perspective.
    open var sublayerTransform: CATransform3D {
        get { CATransform3D(values.look.sublayerTransform) }
        set {
            change(.sublayerTransform, from: values.look.sublayerTransform, to: Matrix4(newValue)) {
                $0.look.sublayerTransform = $1
            }
        }
    }

    /// Whether the sublayers' y coordinates grow upwards.
    open var isGeometryFlipped: Bool {
        get { values.isGeometryFlipped }
        set { setFlipped(newValue) }
    }

    /// Whether the layer shows from behind.
    open var isDoubleSided: Bool {
        get { values.isDoubleSided }
        set { change(.doubleSided, from: values.isDoubleSided, to: newValue) { $0.isDoubleSided = $1 } }
    }

    // MARK: Tree

    /// The layer that this one is in; of a mask, the masked layer.
    open var superlayer: CALayer? { modelLayer == nil ? tree.parent : presentedSuperlayer }

    /// The layers inside, from back to front where their ``zPosition`` is the same; nil if there are none.
    open var sublayers: [CALayer]? {
        get { modelLayer == nil ? tree.children.isEmpty ? nil : tree.children : presentedSublayers }
        set { setSublayers(newValue ?? []) }
    }

    /// The layer whose alpha says how much of this one shows; it is in no other tree.
    open var mask: CALayer? {
        get { modelLayer == nil ? tree.mask : presentedMask }
        set { setMask(newValue) }
    }

    // MARK: Look

    /// Whether the layer and what is in it do not show.
    open var isHidden: Bool {
        get { values.isHidden }
        set { setHidden(newValue) }
    }

    /// How much the layer and what is in it cover, from 0 to 1.
    open var opacity: Float {
        get { values.opacity }
        set { change(.opacity, from: values.opacity, to: newValue) { $0.opacity = $1 } }
    }

    /// Whether what lies outside of the bounds is cut off.
    open var masksToBounds: Bool {
        get { values.masksToBounds }
        set { change(.masksToBounds, from: values.masksToBounds, to: newValue) { $0.masksToBounds = $1 } }
    }

    /// What fills the bounds behind the contents.
    open var backgroundColor: CGColor? {
        get { values.backgroundColor }
        set { change(.backgroundColor, from: values.backgroundColor, to: newValue) { $0.backgroundColor = $1 } }
    }

    /// How far the corners are rounded.
    open var cornerRadius: CGFloat {
        get { values.look.corners.radius }
        set { change(.cornerRadius, from: values.look.corners.radius, to: newValue) { $0.look.corners.radius = $1 } }
    }

    /// Which corners are rounded.
    open var maskedCorners: CACornerMask {
        get { values.look.corners.masked }
        set { change(.maskedCorners, from: values.look.corners.masked, to: newValue) { $0.look.corners.masked = $1 } }
    }

    /// The shape of the rounded corners. Kept; ``render(in:)`` draws parts of circles.
    open var cornerCurve: CALayerCornerCurve {
        get { values.look.corners.curve }
        set { change(.cornerCurve, from: values.look.corners.curve, to: newValue) { $0.look.corners.curve = $1 } }
    }

    /// How many times a corner's radius a curve reaches along an edge: 1 for a quarter of a circle, about 1.53 for the
    /// continuous one.
    open class func cornerCurveExpansionFactor(_ curve: CALayerCornerCurve) -> CGFloat { curve.expansion }

    /// How wide a line is drawn inside the bounds' edge.
    open var borderWidth: CGFloat {
        get { values.look.border.width }
        set { change(.borderWidth, from: values.look.border.width, to: newValue) { $0.look.border.width = $1 } }
    }

    /// The colour of the line inside the bounds' edge.
    open var borderColor: CGColor? {
        get { values.look.border.color }
        set { change(.borderColor, from: values.look.border.color, to: newValue) { $0.look.border.color = $1 } }
    }

    /// The colour of the layer's shadow.
    open var shadowColor: CGColor? {
        get { values.look.shadow.color }
        set { change(.shadowColor, from: values.look.shadow.color, to: newValue) { $0.look.shadow.color = $1 } }
    }

    /// How dark the shadow is, from 0 to 1.
    open var shadowOpacity: Float {
        get { values.look.shadow.opacity }
        set { change(.shadowOpacity, from: values.look.shadow.opacity, to: newValue) { $0.look.shadow.opacity = $1 } }
    }

    /// Where the shadow falls.
    open var shadowOffset: CGSize {
        get { values.look.shadow.offset }
        set { change(.shadowOffset, from: values.look.shadow.offset, to: newValue) { $0.look.shadow.offset = $1 } }
    }

    /// How soft the shadow's edge is.
    open var shadowRadius: CGFloat {
        get { values.look.shadow.radius }
        set { change(.shadowRadius, from: values.look.shadow.radius, to: newValue) { $0.look.shadow.radius = $1 } }
    }

    /// What throws the shadow; nil is what the layer covers.
    open var shadowPath: CGPath? {
        get { values.look.shadow.path }
        set { change(.shadowPath, from: values.look.shadow.path, to: newValue?.snapshot) { $0.look.shadow.path = $1 } }
    }

    // MARK: Contents

    /// What the layer shows: a `CGImage`.
    open var contents: Any? {
        get { values.look.contents.object }
        set {
            guard !isSameObject(newValue, values.look.contents.object) else {
                return noteSame(LayerKey.contents.rawValue)
            }
            change(.contents) { $0.look.contents.object = newValue }
        }
    }

    /// The part of the contents that shows, in parts of their size.
    open var contentsRect: CGRect {
        get { values.look.contents.rect }
        set { change(.contentsRect, from: values.look.contents.rect, to: newValue) { $0.look.contents.rect = $1 } }
    }

    /// The part of the contents that is stretched, in parts of their size.
    open var contentsCenter: CGRect {
        get { values.look.contents.center }
        set {
            change(.contentsCenter, from: values.look.contents.center, to: newValue) { $0.look.contents.center = $1 }
        }
    }

    /// How the contents lie in the bounds.
    open var contentsGravity: CALayerContentsGravity {
        get { values.look.contents.gravity }
        set {
            change(.contentsGravity, from: values.look.contents.gravity, to: newValue) { $0.look.contents.gravity = $1 }
        }
    }

    /// How many pixels of the contents make a point.
    open var contentsScale: CGFloat {
        get { values.look.contents.scale }
        set { change(.contentsScale, from: values.look.contents.scale, to: newValue) { $0.look.contents.scale = $1 } }
    }

    /// What contents that the layer draws are made of. Kept; they have eight bits for each of red, green, blue and
    /// alpha.
    open var contentsFormat: CALayerContentsFormat {
        get { values.look.contents.format }
        set {
            change(.contentsFormat, from: values.look.contents.format, to: newValue) { $0.look.contents.format = $1 }
        }
    }

    /// How pixels are found where the contents are made smaller.
    open var minificationFilter: CALayerContentsFilter {
        get { values.look.contents.minification }
        set {
            change(.minificationFilter, from: values.look.contents.minification, to: newValue) {
                $0.look.contents.minification = $1
            }
        }
    }

    /// How pixels are found where the contents are made larger.
    open var magnificationFilter: CALayerContentsFilter {
        get { values.look.contents.magnification }
        set {
            change(.magnificationFilter, from: values.look.contents.magnification, to: newValue) {
                $0.look.contents.magnification = $1
            }
        }
    }

    /// By how much the trilinear filter prefers smaller pictures.
    open var minificationFilterBias: Float {
        get { values.look.contents.minificationBias }
        set {
            change(.minificationFilterBias, from: values.look.contents.minificationBias, to: newValue) {
                $0.look.contents.minificationBias = $1
            }
        }
    }

    // MARK: Rendering

    /// Whether the layer promises to cover its bounds.
    open var isOpaque: Bool {
        get { values.look.rendering.isOpaque }
        set { change(.opaque, from: values.look.rendering.isOpaque, to: newValue) { $0.look.rendering.isOpaque = $1 } }
    }

    /// Whether the contents are drawn anew when the bounds change.
    open var needsDisplayOnBoundsChange: Bool {
        get { values.look.rendering.needsDisplayOnBoundsChange }
        set {
            change(.needsDisplayOnBoundsChange, from: values.look.rendering.needsDisplayOnBoundsChange, to: newValue) {
                $0.look.rendering.needsDisplayOnBoundsChange = $1
            }
        }
    }

    /// Accepted; contents are drawn at once.
    open var drawsAsynchronously: Bool {
        get { values.look.rendering.drawsAsynchronously }
        set {
            change(.drawsAsynchronously, from: values.look.rendering.drawsAsynchronously, to: newValue) {
                $0.look.rendering.drawsAsynchronously = $1
            }
        }
    }

    /// Whether the opacity counts for the layer and what is in it as one picture.
    open var allowsGroupOpacity: Bool {
        get { values.look.rendering.allowsGroupOpacity }
        set {
            change(.allowsGroupOpacity, from: values.look.rendering.allowsGroupOpacity, to: newValue) {
                $0.look.rendering.allowsGroupOpacity = $1
            }
        }
    }

    /// Whether edges between pixels may be smoothed.
    open var allowsEdgeAntialiasing: Bool {
        get { values.look.rendering.allowsEdgeAntialiasing }
        set {
            change(.allowsEdgeAntialiasing, from: values.look.rendering.allowsEdgeAntialiasing, to: newValue) {
                $0.look.rendering.allowsEdgeAntialiasing = $1
            }
        }
    }

    /// Which edges are smoothed.
    open var edgeAntialiasingMask: CAEdgeAntialiasingMask {
        get { values.look.rendering.antialiasedEdges }
        set {
            change(.edgeAntialiasingMask, from: values.look.rendering.antialiasedEdges, to: newValue) {
                $0.look.rendering.antialiasedEdges = $1
            }
        }
    }

    /// Whether the layer is drawn with all that is in it as one picture in its own coordinates, which is then put where the layer lies.
    ///
    /// The picture has ``rasterizationScale`` pixels for a unit. The layer's filters, shadow, mask and corners are in it; its opacity,
    /// transform and `compositingFilter` are not. It is drawn anew where something in it changes, and kept while the layer only moves or
    /// fades. Enlarged and made smaller it is as `magnificationFilter` and `minificationFilter` say. A layer that keeps depth, and a
    /// picture of more than 2^24 pixels or inside of eight others, is drawn as if this were false; and so are, once the layers before
    /// them in the tree have 2^26 pixels of pictures together (256 MiB), those that would need more.
    open var shouldRasterize: Bool {
        get { values.look.rendering.shouldRasterize }
        set {
            change(.shouldRasterize, from: values.look.rendering.shouldRasterize, to: newValue) {
                $0.look.rendering.shouldRasterize = $1
            }
        }
    }

    /// How many pixels a unit of the layer's coordinates has in the picture that ``shouldRasterize`` makes: from 0.001 to 1,000; what is
    /// not above 0 makes none. Where the display has two pixels for a point, 2 keeps what is sharp so.
    open var rasterizationScale: CGFloat {
        get { values.look.rendering.rasterizationScale }
        set {
            change(.rasterizationScale, from: values.look.rendering.rasterizationScale, to: newValue) {
                $0.look.rendering.rasterizationScale = $1
            }
        }
    }

    /// How the layer is put over what is behind it: the name of a blend mode.
    open var compositingFilter: Any? {
        get { values.look.filters.compositing }
        set { change(.compositingFilter) { $0.look.filters.compositing = newValue } }
    }

    /// What is done to the layer's picture.
    open var filters: [Any]? {
        get { values.look.filters.own }
        set { change(.filters) { $0.look.filters.own = newValue } }
    }

    /// What is done to the picture of what is behind the layer.
    open var backgroundFilters: [Any]? {
        get { values.look.filters.background }
        set { change(.backgroundFilters) { $0.look.filters.background = newValue } }
    }

    // MARK: Dynamic range

    /// Whether contents brighter than white are fitted to the screen. Kept; no screen here goes beyond white.
    open var toneMapMode: ToneMapMode {
        get { values.look.range.toneMapMode }
        set {
            change(.toneMapMode, from: values.look.range.toneMapMode, to: newValue) { $0.look.range.toneMapMode = $1 }
        }
    }

    /// How much brighter than white the layer wants to be shown. Kept; no screen here goes beyond white.
    open var preferredDynamicRange: DynamicRange {
        get { values.look.range.preferred }
        set {
            change(.preferredDynamicRange, from: values.look.range.preferred, to: newValue) {
                $0.look.range.preferred = $1
            }
        }
    }

    /// How many times as bright as white the contents get; 0 where that is not known. Kept; no screen here goes beyond
    /// white.
    open var contentsHeadroom: CGFloat {
        get { values.look.range.headroom }
        set {
            change(.contentsHeadroom, from: values.look.range.headroom, to: newValue) { $0.look.range.headroom = $1 }
        }
    }

    /// Whether the layer wants to be brighter than white. Kept; no screen here goes beyond white.
    open var wantsExtendedDynamicRangeContent: Bool {
        get { values.look.range.isExtended }
        set {
            change(.wantsExtendedDynamicRangeContent, from: values.look.range.isExtended, to: newValue) {
                $0.look.range.isExtended = $1
            }
        }
    }

    /// Whether drawing is kept to be drawn again at another scale. Kept; contents are pictures.
    open var wantsDynamicContentScaling: Bool {
        get { values.look.range.wantsDynamicContentScaling }
        set {
            change(.wantsDynamicContentScaling, from: values.look.range.wantsDynamicContentScaling, to: newValue) {
                $0.look.range.wantsDynamicContentScaling = $1
            }
        }
    }

    // MARK: Time

    /// When the layer's time begins, in its superlayer's time, seconds.
    open var beginTime: CFTimeInterval {
        get { values.look.timing.beginTime }
        set {
            changeTime(.beginTime, from: values.look.timing.beginTime, to: newValue) { $0.look.timing.beginTime = $1 }
        }
    }

    /// How long the layer's time goes on, seconds; infinite unless it is set. Kept; layers' time only goes on.
    open var duration: CFTimeInterval {
        get { values.look.timing.duration }
        set {
            changeMaybeInfinite(.duration, from: values.look.timing.duration, to: newValue) {
                $0.look.timing.duration = $1
            }
        }
    }

    /// How fast the layer's time runs beside its superlayer's: 2 is twice as fast, 0 stands still, -1 runs backwards.
    open var speed: Float {
        get { values.look.timing.speed }
        set { changeTime(.speed, from: values.look.timing.speed, to: newValue) { $0.look.timing.speed = $1 } }
    }

    /// What is added to the layer's time, seconds.
    open var timeOffset: CFTimeInterval {
        get { values.look.timing.timeOffset }
        set {
            changeTime(.timeOffset, from: values.look.timing.timeOffset, to: newValue) {
                $0.look.timing.timeOffset = $1
            }
        }
    }

    /// How often the layer's time repeats. Kept; layers' time only goes on.
    open var repeatCount: Float {
        get { values.look.timing.repeatCount }
        set {
            changeMaybeInfinite(.repeatCount, from: values.look.timing.repeatCount, to: newValue) {
                $0.look.timing.repeatCount = $1
            }
        }
    }

    /// How long the layer's time repeats, seconds. Kept; layers' time only goes on.
    open var repeatDuration: CFTimeInterval {
        get { values.look.timing.repeatDuration }
        set {
            changeMaybeInfinite(.repeatDuration, from: values.look.timing.repeatDuration, to: newValue) {
                $0.look.timing.repeatDuration = $1
            }
        }
    }

    /// Whether the layer's time runs back each time. Kept; layers' time only goes on.
    open var autoreverses: Bool {
        get { values.look.timing.autoreverses }
        set {
            change(.autoreverses, from: values.look.timing.autoreverses, to: newValue) {
                $0.look.timing.autoreverses = $1
            }
        }
    }

    /// What the layer does outside of its time. Kept; layers' time only goes on.
    open var fillMode: CAMediaTimingFillMode {
        get { values.look.timing.fillMode }
        set { change(.fillMode, from: values.look.timing.fillMode, to: newValue) { $0.look.timing.fillMode = $1 } }
    }

    // MARK: Other

    /// What the layer is called, for its layout and for who looks for it.
    open var name: String? {
        get { values.look.name }
        set { change(.name, from: values.look.name, to: newValue) { $0.look.name = $1 } }
    }

    /// Values of keys that were not set on the layer itself; under `style` in it, those of keys that are not in it.
    ///
    /// Of properties too, apart from ``bounds`` and ``frame``: without an animation they have the style's values until
    /// they are set. What is set to the class's default before the layer has a style counts as not set.
    open var style: [AnyHashable: Any]? {
        get { values.look.style }
        set { setStyle(newValue) }
    }

    /// Who draws, lays out and animates in the layer's place; not kept alive.
    open weak var delegate: (any CALayerDelegate)? {
        didSet { isWatched = isWatched || delegate != nil }
    }

    /// The actions of the layer itself, by property or event.
    open var actions: [String: any CAAction]? {
        get { values.look.actions }
        set {
            isWatched = isWatched || newValue != nil
            change(.actions) { $0.look.actions = newValue }
        }
    }

    /// What places the sublayers when the layer needs layout.
    open var layoutManager: (any CALayoutManager)? {
        get { layout.manager }
        set { layout.manager = newValue }
    }

    /// What of the layer follows when its superlayer is resized.
    open var autoresizingMask: CAAutoresizingMask {
        get { values.look.autoresizingMask }
        set {
            change(.autoresizingMask, from: values.look.autoresizingMask, to: newValue) {
                $0.look.autoresizingMask = $1
            }
        }
    }

    /// Where the layer lies in relation to its superlayer and to layers beside it; counts where the superlayer's
    /// ``layoutManager`` is a ``CAConstraintLayoutManager``.
    open var constraints: [CAConstraint]? {
        get { values.look.constraints }
        set {
            change(.constraints) { $0.look.constraints = newValue }
            superlayer?.setNeedsLayout()
        }
    }

    // MARK: Changing the tree

    /// Adds a layer in front of the others; it leaves the tree that it is in.
    open func addSublayer(_ layer: CALayer) {
        insert(layer) { $0.tree.children.count }
    }

    /// Adds a layer at a place, from back to front; behind the last one it is in front of the others.
    open func insertSublayer(_ layer: CALayer, at idx: UInt32) {
        insert(layer) { min(Int(idx), $0.tree.children.count) }
    }

    /// Adds a layer behind another one; behind all of them if there is no other.
    open func insertSublayer(_ layer: CALayer, below sibling: CALayer?) {
        guard layer !== sibling else { return }
        insert(layer) { $0.place(of: sibling, offset: 0) ?? 0 }
    }

    /// Adds a layer in front of another one; in front of all of them if there is no other.
    open func insertSublayer(_ layer: CALayer, above sibling: CALayer?) {
        guard layer !== sibling else { return }
        insert(layer) { $0.place(of: sibling, offset: 1) ?? $0.tree.children.count }
    }

    /// Puts a layer in the place of another one.
    open func replaceSublayer(_ oldLayer: CALayer, with newLayer: CALayer) { replace(oldLayer, by: newLayer) }

    /// Takes the layer out of its superlayer, or from the layer that it masks.
    ///
    /// Of n sublayers that are taken out one by one, each costs up to √n steps to be found, in the order of the
    /// sublayers or against it one, and moves the references behind it, 8 bytes each.
    open func removeFromSuperlayer() { leave() }

    // MARK: Finding

    /// Whether a point, in the layer's own coordinates, lies in its bounds; of the edges those of the least x and y
    /// belong to them.
    open func contains(_ p: CGPoint) -> Bool {
        let bounds = values.geometry.bounds
        return p.x >= bounds.minX && p.x < bounds.maxX && p.y >= bounds.minY && p.y < bounds.maxY
    }

    /// The layer in front that a point lies in: this one, or one inside it; nil if there is none.
    ///
    /// Hidden layers and what is in them are passed over. A sublayer may be hit outside of this layer's bounds, unless
    /// it is cut off there.
    /// - Parameter p: In the superlayer's coordinates.
    open func hitTest(_ p: CGPoint) -> CALayer? { findHit(p) }

    // MARK: Converting

    /// A point of another layer in this one's coordinates; without another layer it is one of what the outermost layer
    /// lies in.
    ///
    /// What is not to be seen, behind the viewer or on its edge, stays as it is.
    open func convert(_ p: CGPoint, from l: CALayer?) -> CGPoint { converted(p, from: l) }

    /// A point of this layer in another one's coordinates.
    open func convert(_ p: CGPoint, to l: CALayer?) -> CGPoint { converted(p, to: l) }

    /// The smallest upright rectangle around one of another layer, in this one's coordinates.
    open func convert(_ r: CGRect, from l: CALayer?) -> CGRect { converted(r, from: l) }

    /// The smallest upright rectangle around one of this layer, in another one's coordinates.
    open func convert(_ r: CGRect, to l: CALayer?) -> CGRect { converted(r, to: l) }

    /// An instant of another layer's time in this one's; without another layer it is one of ``CACurrentMediaTime()``.
    open func convertTime(_ t: CFTimeInterval, from l: CALayer?) -> CFTimeInterval { convertedTime(t, from: l) }

    /// An instant of this layer's time in another one's.
    open func convertTime(_ t: CFTimeInterval, to l: CALayer?) -> CFTimeInterval { convertedTime(t, to: l) }

    // MARK: Layout

    /// Asks for layout before the next frame.
    open func setNeedsLayout() { invalidateLayout() }

    /// Whether the layer asked for layout and did not get it yet.
    open func needsLayout() -> Bool { layout.isNeeded }

    /// Lays out at once what needs it: the layers around this one, this one, and those in it.
    open func layoutIfNeeded() { layOutIfNeeded() }

    /// Places the sublayers: by the delegate, else by the layout manager, if there is one.
    open func layoutSublayers() {
        guard let delegate else { return layOutByManager() }
        delegate.layoutSublayers(of: self)
    }

    /// The size that suits the layer: its layout manager's, if it has one, else its own.
    open func preferredFrameSize() -> CGSize { layout.manager?.preferredSize(of: self) ?? bounds.size }

    /// Adds one of the ``constraints``.
    open func addConstraint(_ c: CAConstraint) { constraints = (constraints ?? []) + [c] }

    /// Tells each sublayer that this layer's size was another one; called when it changes.
    open func resizeSublayers(withOldSize size: CGSize) {
        for child in tree.children { child.resize(withOldSuperlayerSize: size) }
    }

    /// Resizes and moves the layer by its ``autoresizingMask``, because its superlayer's size was another one.
    open func resize(withOldSuperlayerSize size: CGSize) { followSuperlayer(from: size) }

    // MARK: Drawing

    /// Whether the contents are to be drawn anew when a key changes, and with each frame of an animation of it.
    ///
    /// Such a frame is drawn by a presentation, on the thread of the layers, as soon as its loop comes to it: a thread
    /// that is busy skips frames. Meanwhile the contents that were drawn last show.
    open class func needsDisplay(forKey key: String) -> Bool {
        AnimatableProperties.of(self).byKey[key]?.needsDisplay ?? false
    }

    /// Asks for the contents to be drawn anew before the next frame.
    open func setNeedsDisplay() { invalidateDisplay(.infinite) }

    /// Asks for a part of the contents, in the layer's own coordinates, to be drawn anew before the next frame; an
    /// empty one asks for nothing.
    open func setNeedsDisplay(_ r: CGRect) { invalidateDisplay(r) }

    /// Whether the layer asked to be drawn and was not yet.
    open func needsDisplay() -> Bool { displaying.isNeeded }

    /// Draws the contents at once, if the layer asked for it.
    open func displayIfNeeded() { displayWhatIsNeeded() }

    /// Makes the contents anew: by the delegate, else by ``draw(in:)``. Called where they are needed; call
    /// ``setNeedsDisplay()`` instead.
    open func display() {
        guard let delegate else { return displayByItself() }
        delegate.display(self)
    }

    /// Draws the contents; unless overridden, by the delegate.
    ///
    /// Coordinates are the layer's own, and the current clip is what is to be drawn anew.
    open func draw(in ctx: CGContext) { drawByDelegate(in: ctx) }

    /// Whether y grows upwards where the layer's contents are drawn: an odd number of layers around it, and itself, are
    /// flipped.
    ///
    /// Asked when the contents are drawn. An override counts for the layer itself, not for those in it.
    open func contentsAreFlipped() -> Bool { isInFlippedSpace }

    /// Draws the layer and what is in it, as they are now, into a context in the layer's own coordinates.
    ///
    /// Where it lies in its superlayer, and its transform, do not count. Contents that were never drawn are not drawn:
    /// see ``displayIfNeeded()``. Nor are layers that are seen in perspective, filters and blend modes, what particles
    /// show, the colours and times of a replicator's showings, and stretched parts of contents. A ``shadowPath`` is not
    /// asked. What a ``CATiledLayer`` shows is drawn at once, and not in tiles. Opacity is that of a group, whatever
    /// ``allowsGroupOpacity`` says.
    open func render(in ctx: CGContext) {
        var rendering = LayerRendering(context: ctx)
        rendering.render(self)
    }

    // MARK: Scrolling

    /// Scrolls the nearest ``CAScrollLayer`` around this layer so that a point, in this layer's coordinates, lies at
    /// its origin.
    open func scroll(_ p: CGPoint) { scrollAround(to: p) }

    /// Scrolls the nearest ``CAScrollLayer`` around this layer as little as shows a rectangle, in this layer's
    /// coordinates.
    open func scrollRectToVisible(_ r: CGRect) { scrollAround(toShow: r) }

    /// The part of the bounds that no ``CAScrollLayer`` around this layer cuts off; empty if there is none.
    open var visibleRect: CGRect { findVisibleRect() }

    // MARK: Actions and animations

    /// What is done when a property changes, or an event occurs; nil if nothing is.
    ///
    /// Asked for each property, by its key, for `sublayers` and `mask`, and for the events ``kCAOnOrderIn``,
    /// ``kCAOnOrderOut`` and ``kCATransition``.
    ///
    /// The search: the delegate, the layer's ``actions``, the `actions` of its ``style``, ``defaultAction(forKey:)``.
    /// `NSNull` at any step ends it. Where it finds nothing, a committed layer of a host has an implicit animation for
    /// what can be animated.
    open func action(forKey event: String) -> (any CAAction)? { findAction(event) }

    /// What is done by layers of this class where nobody else has an action.
    open class func defaultAction(forKey event: String) -> (any CAAction)? { nil }

    /// Adds a copy of an animation; under a key it takes the place of the one that has it.
    ///
    /// Whatever its key, a ``CATransition`` has the key ``kCATransition``, so that a layer has one at most.
    open func add(_ anim: CAAnimation, forKey key: String?) { attach(anim, forKey: key) }

    /// Removes an animation; its delegate is told that it did not finish.
    open func removeAnimation(forKey key: String) { detachAnimation(forKey: key) }

    /// Removes all animations.
    open func removeAllAnimations() { detachAllAnimations() }

    /// The keys of the animations that have one, in the order in which they were added; nil if there are none.
    open func animationKeys() -> [String]? { attachedKeys }

    /// The animation under a key: the layer's copy.
    open func animation(forKey key: String) -> CAAnimation? { attachedAnimation(forKey: key) }

    // MARK: Presentation

    /// A copy of the layer as it shows: what was committed, with the animations at the host's last frame, or at the
    /// commit if that was later. Nil for a layer that has no host, or was not committed yet.
    ///
    /// Its super- and sublayers are presentations too. What is changed in it shows nowhere.
    open func presentation() -> Self? { present() }

    /// The layer that this one is a presentation of; itself for any other.
    open func model() -> Self { (modelLayer as? Self) ?? self }

    // MARK: Key-value coding

    /// What a key has before it was set; nil for keys without a default.
    open class func defaultValue(forKey key: String) -> Any? {
        if let own = AnimatableProperties.of(self).byKey[key] { return own.defaultValue }
        return KeyTable.of(self)[key] == nil ? nil : makeDefault().value(forKey: key)
    }

    /// Whether a key's value is worth archiving: it is not what it was at first.
    open func shouldArchiveValue(forKey key: String) -> Bool {
        hasChanged(key, from: type(of: self).defaultValue(forKey: key))
    }

    /// Ours: the animatable properties that the class itself adds to those of its superclass; see
    /// ``AnimatableProperty``.
    ///
    /// Asked once for each class, on any thread.
    open class var animatableProperties: [AnimatableProperty] { [] }

    /// The keys of the properties that every layer has; a subclass gives its own beside them.
    open class var keyTable: KeyTable { LayerKey.table }

    /// What a class says of its layers beside what every layer says, as a value; what a commit publishes of it.
    var ownOfClass: Any? { nil }

    /// Takes over what was published of a layer of the same class.
    func take(ownOfClass published: Any) {}

    /// What a key path leads to that does not begin with a property of the layer that can be animated.
    func ownTarget(_ keyPath: String) -> AnimationTarget? { nil }

    /// What kind of value a property has; nil for what cannot be animated. A subclass adds its own.
    class func valueKind(forKey key: String) -> ValueKind? {
        LayerKey(rawValue: key)?.kind ?? AnimatableProperties.of(self).byKey[key]?.kind
    }

    /// Whether a change of a property that can be animated is, where nobody says anything else. Paths are animated
    /// explicitly alone, as Apple documents of `CAShapeLayer.path`; between two trees there is nothing that could show.
    class func animatesImplicitly(_ key: String, _ kind: ValueKind) -> Bool {
        kind != .path && key != LayerKey.sublayers.rawValue && key != LayerKey.mask.rawValue
    }

    /// The value of a property, or what was set for any other key.
    open func value(forKey key: String) -> Any? { keyValueDefaults.value(forKey: key) }

    /// Sets a property, or keeps the value for any other key.
    open func setValue(_ value: Any?, forKey key: String) { keyValueDefaults.setValue(value, forKey: key) }

    /// What a path leads to.
    open func value(forKeyPath keyPath: String) -> Any? { keyValueDefaults.value(forKeyPath: keyPath) }

    /// Sets what a path leads to.
    open func setValue(_ value: Any?, forKeyPath keyPath: String) {
        keyValueDefaults.setValue(value, forKeyPath: keyPath)
    }

    /// What was set for a key that is no property, else what the style or the class has for it.
    open func value(forUndefinedKey key: String) -> Any? {
        ownValues[key] ?? values.look.style?.styleValue(forKey: key) ?? type(of: self).defaultValue(forKey: key)
    }

    /// Keeps a value for a key that is no property.
    open func setValue(_ value: Any?, forUndefinedKey key: String) {
        changeOwn(key) { ownValues[key] = value }
    }

    /// Sets a property that cannot be nil to its default.
    open func setNilValueForKey(_ key: String) { setValue(type(of: self).defaultValue(forKey: key), forKey: key) }
}
