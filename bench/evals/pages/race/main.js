window.answers = 0;

document.querySelector("#search").addEventListener("input", async (event) => {
  const response = await fetch(`/api/search?q=${event.target.value}`);
  const { title } = await response.json();
  document.querySelector("#results").innerHTML = `<li>${title}</li>`;
  window.answers += 1;
});
