#include <nanobind/stl/string.h>

#include "bindings.hpp"
#include "failure.hpp"
#include "foley/core/error.hpp"

namespace nb = nanobind;

namespace foley::python {

void bind_errors(nb::module_& m) {
  nb::class_<Error>(m, "Error", "One failure of foreign data.")
      .def_prop_ro("kind", [](const Error& error) { return std::string(to_string(error.kind)); })
      .def_ro("source", &Error::source)
      .def_ro("line", &Error::line)
      .def_ro("item", &Error::item)
      .def_ro("field", &Error::field)
      .def_ro("problem", &Error::problem)
      .def_ro("advice", &Error::advice)
      .def("to_line", &Error::to_line, "One printable line.");

  const std::string name = nb::cast<std::string>(m.attr("__name__")) + ".Failure";
  static PyObject* const failure = PyErr_NewException(name.c_str(), nullptr, nullptr);
  m.attr("Failure") = nb::borrow(failure);
  nb::register_exception_translator([](const std::exception_ptr& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (const Failure& each) {
      PyErr_SetObject(failure, nb::cast(each.error).ptr());
    }
  });
}

}  // namespace foley::python
