const payment = { id: 1 };

export function refund() {
  // The payment has no receipt.
  return payment.receipt.amount;
}
