// Both lines of the function have a name at the same column, so that a position in a rebuilt bundle fits the wrong one.
const payment = { id: 1, invoice: {} };

export function refund() {
  delete payment.invoice.amount;
  return payment.receipt.amount;
}
