// Tables that stand below the kernels of a report: what tuning has tried.
#pragma once
#include <cstdlib>
#include <cstring>
#include <new>

#include "entries.hpp"

namespace insum::report {

/// Whole lines, and the same as an object of JSON. Never freed: the library that made it may be unloaded
/// before the report is written.
struct table {
  char *text = nullptr, *json = nullptr;
  table* next = nullptr;
};
inline constinit table* first_table = nullptr;  // in the order in which they were made
inline constinit table** end_of_tables = nullptr;

/// Makes a table, or gives one that was made new contents. Nothing where there is no memory for it.
inline void set_table(table*& which, const char* text, const char* json) {
  char *const own_text = strdup(text), *const own_json = strdup(json);
  const detail::lock guard;
  if (!which && own_text && own_json)
    if (void* const place = std::malloc(sizeof(table))) {
      which = new (place) table{};
      *(end_of_tables ? end_of_tables : &first_table) = which;
      end_of_tables = &which->next;
    }
  if (!which || !own_text || !own_json) return std::free(own_text), std::free(own_json);
  std::free(which->text), std::free(which->json);
  which->text = own_text, which->json = own_json;
}

}  // namespace insum::report
