// Events of layers that are no properties: for these, too, `CALayer.action(forKey:)` is asked, and what it finds is
// run.

/// The event of a layer that begins to be seen: it comes into the tree of a host, by itself or inside another layer, or
/// is no longer hidden.
///
/// The layer is asked for the action after the change, and not at all while the transaction disables actions. A layer
/// that comes hidden is asked when ``CALayer/isHidden`` is unset; whether layers around it are hidden does not count.
/// To go to another place of the same tree in one call is no such event.
///
/// Source: Apple's documentation of this constant. That each layer of a tree that comes is asked is what apps rely on
/// that learn so whether they are seen.
public let kCAOnOrderIn = "onOrderIn"

/// The event of a layer that is not seen any more: it leaves the tree of a host, by itself or inside another layer, or
/// is hidden.
///
/// The layer is asked for the action after the change, and not at all while the transaction disables actions. A layer
/// that was hidden before it leaves is not asked again. An animation that is added then does not show: it ends with the
/// commit, unless the layer is in the tree again by then. The end of a host is no such event.
///
/// Source: Apple's documentation of this constant.
public let kCAOnOrderOut = "onOrderOut"

/// The event of a layer in the tree of a host in which one sublayer takes the place of another by
/// ``CALayer/replaceSublayer(_:with:)``; and the key that every ``CATransition`` has in its layer.
///
/// The layer around the two is asked before the change, and what it finds is run after it.
///
/// Source: Apple's documentation of `add(_:forKey:)`, and of layers in hierarchies.
public let kCATransition = "transition"
