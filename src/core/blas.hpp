#pragma once

// The Fortran interface of BLAS and LAPACK: what every vendor's library has, unlike the headers
// of its C interfaces. Characters are followed by their lengths at the end of the list.

#include <cstddef>

extern "C" {
void dgemm_(const char* trans_a, const char* trans_b, const int* m, const int* n, const int* k,
            const double* alpha, const double* a, const int* lda, const double* b, const int* ldb,
            const double* beta, double* c, const int* ldc, std::size_t, std::size_t);
void sgemm_(const char* trans_a, const char* trans_b, const int* m, const int* n, const int* k,
            const float* alpha, const float* a, const int* lda, const float* b, const int* ldb,
            const float* beta, float* c, const int* ldc, std::size_t, std::size_t);
void dsyrk_(const char* uplo, const char* trans, const int* n, const int* k, const double* alpha,
            const double* a, const int* lda, const double* beta, double* c, const int* ldc,
            std::size_t, std::size_t);
void dsyevd_(const char* job, const char* uplo, const int* n, double* a, const int* lda, double* w,
             double* work, const int* lwork, int* iwork, const int* liwork, int* info, std::size_t,
             std::size_t);
void dgesdd_(const char* job, const int* m, const int* n, double* a, const int* lda, double* s,
             double* u, const int* ldu, double* vt, const int* ldvt, double* work, const int* lwork,
             int* iwork, int* info, std::size_t);
void dpstrf_(const char* uplo, const int* n, double* a, const int* lda, int* pivots, int* rank,
             const double* tolerance, double* work, int* info, std::size_t);

// OpenBLAS has these; another library leaves them null.
void openblas_set_num_threads(int threads) __attribute__((weak));
char* openblas_get_config() __attribute__((weak));
}

namespace foley::blas {

/// Keeps the library on the calling thread: its own threads would change the bits of a result with
/// their number, and would compete with ours.
inline void use_one_thread() {
  static const bool done = [] {
    if (openblas_set_num_threads != nullptr) {
      openblas_set_num_threads(1);
    }
    return true;
  }();
  static_cast<void>(done);
}

}  // namespace foley::blas
