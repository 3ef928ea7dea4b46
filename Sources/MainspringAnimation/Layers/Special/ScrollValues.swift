/// What a scroll layer says of itself beside what every layer does.
struct ScrollValues {
    var scrollMode: CAScrollLayerScrollMode = .both
}
