#include <nanobind/stl/string_view.h>

#include "bindings.hpp"
#include "foley/core/score_version.hpp"
#include "foley/core/version.hpp"

NB_MODULE(_foley, m) {
  m.doc() = "Compiled core of foley_eval; the public names are in the package itself.";
  m.def("version", &foley::version, "Version of the software.");
  m.attr("SCORE_VERSION") = foley::kScoreVersion;
  foley::python::bind_errors(m);
  foley::python::bind_retrieval(m);
  foley::python::bind_judgments(m);
  foley::python::bind_evaluation(m);
  foley::python::bind_comparison(m);
  foley::python::bind_reliability(m);
  foley::python::bind_agreement(m);
  foley::python::bind_agreement_coefficients(m);
  foley::python::bind_agreement_uncertainty(m);
  foley::python::bind_agreement_causes(m);
  foley::python::bind_fidelity(m);
  foley::python::bind_fidelity_kernel(m);
  foley::python::bind_fidelity_causes(m);
  foley::python::bind_embeddings(m);
  foley::python::bind_search(m);
  foley::python::bind_license(m);
  foley::python::bind_io(m);
}
