#pragma once

#include <nanobind/nanobind.h>

namespace foley::python {

// Each binds one module of the library.
void bind_errors(nanobind::module_& m);
void bind_retrieval(nanobind::module_& m);
void bind_judgments(nanobind::module_& m);
void bind_evaluation(nanobind::module_& m);
void bind_comparison(nanobind::module_& m);
void bind_reliability(nanobind::module_& m);
void bind_agreement(nanobind::module_& m);
void bind_agreement_causes(nanobind::module_& m);
void bind_agreement_coefficients(nanobind::module_& m);
void bind_agreement_uncertainty(nanobind::module_& m);
void bind_fidelity(nanobind::module_& m);
void bind_fidelity_kernel(nanobind::module_& m);
void bind_fidelity_causes(nanobind::module_& m);
void bind_embeddings(nanobind::module_& m);
void bind_search(nanobind::module_& m);
void bind_license(nanobind::module_& m);
void bind_io(nanobind::module_& m);

}  // namespace foley::python
