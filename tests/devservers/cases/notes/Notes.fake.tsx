import { useEffect, useState } from "react";

export default function Notes() {
  const [notes, setNotes] = useState<string[]>([]);
  const [text, setText] = useState("");

  async function load() {
    const answer = await fetch("/api/notes?sort=oldest");
    setNotes((await answer.json()).notes);
  }

  useEffect(() => void load(), []);

  async function add() {
    await fetch("/api/notes", { method: "POST", body: JSON.stringify({ text }) });
    // The note is there until the list is loaded again.
    setNotes([...notes, text]);
    setText("");
  }

  return (
    <>
      <label>
        Note <input value={text} onChange={(event) => setText(event.target.value)} />
      </label>
      <button onClick={add}>Add note</button>
      <button onClick={load}>Refresh</button>
      <ul>
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
    </>
  );
}
