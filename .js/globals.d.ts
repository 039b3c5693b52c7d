// The verifier hands its functions to node, where tests run it.
declare var module: { exports: unknown };
