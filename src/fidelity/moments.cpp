namespace foley::fidelity {}  // namespace foley::fidelity
