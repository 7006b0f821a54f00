// A busy machine is slow, which is no defect. What must not take long has a bound of its own.
jest.setTimeout(60_000);
