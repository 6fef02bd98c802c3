import { useEffect, useState } from "react";

type Invoice = { id: number; number: string; paidAt: string };

export default function Invoices() {
  const [invoices, setInvoices] = useState<Invoice[]>([]);
  const [notice, setNotice] = useState("");

  useEffect(() => {
    fetch("/api/invoices")
      .then((answer) => answer.json())
      .then((body) => setInvoices(body.invoices));
  }, []);

  async function pay(invoice: Invoice) {
    const answer = await fetch(`/api/invoices/${invoice.id}`, { method: "PATCH", body: "{}" });
    const paid: Invoice = await answer.json();
    setNotice(`${paid.number} was paid on ${paid.paidAt.slice(0, 10)}`);
  }

  return (
    <>
      <ul>
        {invoices.map((invoice) => (
          <li key={invoice.id}>
            <span>{invoice.number}</span> <button onClick={() => pay(invoice)}>Pay {invoice.number}</button>
          </li>
        ))}
      </ul>
      <output>{notice}</output>
    </>
  );
}
