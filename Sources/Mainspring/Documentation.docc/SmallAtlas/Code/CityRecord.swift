/// A city as it is written in the table below.
struct CityRecord: Sendable {
    let name: String
    let country: String
    let latitude: Double
    let longitude: Double
    let population: Int64

    /// Name, country, degrees north, degrees east, thousands of inhabitants.
    static let all: [CityRecord] = [
        CityRecord("Mexico City", "Mexico", 19.4, -99.1, 12_294), CityRecord("Tijuana", "Mexico", 32.5, -117.0, 1_811),
        CityRecord("Lagos", "Nigeria", 6.5, 3.4, 15_388), CityRecord("Kano", "Nigeria", 12.0, 8.5, 3_626),
        CityRecord("Lisbon", "Portugal", 38.7, -9.1, 518), CityRecord("Funchal", "Portugal", 32.7, -16.9, 100),
        CityRecord("Mumbai", "India", 19.1, 72.9, 12_691), CityRecord("Chennai", "India", 13.1, 80.3, 4_328),
        CityRecord("Sydney", "Australia", -33.9, 151.2, 4_840), CityRecord("Perth", "Australia", -32.0, 115.9, 2_141),
        CityRecord("Chicago", "United States", 41.9, -87.7, 2_697),
        CityRecord("Anchorage", "United States", 61.2, -149.9, 291),
        CityRecord("São Paulo", "Brazil", -23.5, -46.6, 12_400), CityRecord("Manaus", "Brazil", -3.1, -60.0, 2_219),
        CityRecord("Tokyo", "Japan", 35.7, 139.7, 9_733), CityRecord("Naha", "Japan", 26.2, 127.7, 318),
        CityRecord("Moscow", "Russia", 55.8, 37.6, 10_382), CityRecord("Novosibirsk", "Russia", 55.0, 82.9, 1_613),
        CityRecord("Cape Town", "South Africa", -33.9, 18.4, 4_773),
        CityRecord("Johannesburg", "South Africa", -26.2, 28.0, 4_803),
        CityRecord("Lima", "Peru", -12.0, -77.0, 7_737), CityRecord("Arequipa", "Peru", -16.4, -71.5, 1_008),
        CityRecord("Jakarta", "Indonesia", -6.2, 106.8, 8_540), CityRecord("Medan", "Indonesia", 3.6, 98.7, 2_435),
    ]

    private init(_ name: String, _ country: String, _ latitude: Double, _ longitude: Double, _ thousands: Int64) {
        (self.name, self.country, population) = (name, country, thousands * 1_000)
        (self.latitude, self.longitude) = (latitude, longitude)
    }
}
