// Loops over the elements of ranges.
#include <array>
#include <span>
#include <vector>

struct Sample {
  float weight, value;
};

double sum_of(const std::vector<double>& values) {
  double sum = 0;
  for (double each : values) sum += each;
  return sum;
}
void to_squares(std::span<float> x) {
  for (float& each : x) each = each * each;
}
float weighted(const std::vector<Sample>& samples) {
  float sum = 0;
  for (const Sample& s : samples) sum += s.weight * s.value;
  return sum;
}
void norms(const std::vector<double>& rows, const std::array<double, 40>& scale, double* out) {
  for (const auto& s : scale)
    for (double r : rows) *out += s * r * r;
}
int longest(const std::vector<std::vector<int>>& lists) {
  int most = 0;
  for (const auto& list : lists) most = most < int(list.size()) ? int(list.size()) : most;
  return most;
}
void of_few(double (&x)[3]) {
  for (double& each : x) each *= 2;
}
float converted(const std::vector<double>& x) {
  float sum = 0;
  for (float each : x) sum += each;
  for (const float& each : x) sum += each;
  return sum;
}
void copies(std::vector<double>& x, double a) {
  for (auto each : x) each *= a;
}
