// A click on the head of a column sorts its table: up, down, then as written. Without this script the
// tables stand as written. Each cell carries its place in data-sort; a cell with none stays last.
"use strict";
(() => {
  const NEXT = { none: "ascending", ascending: "descending", descending: "none" };

  function sort(table, column, order) {
    const body = table.tBodies[0];
    const place = row => row.cells[column].dataset.sort;
    const rows = [...body.rows].sort((a, b) => a.dataset.row - b.dataset.row);
    if (order !== "none") {
      const sign = order === "ascending" ? 1 : -1;
      rows.sort((a, b) => {
        const [first, second] = [place(a), place(b)];
        if (first === undefined || second === undefined)
          return (first === undefined) - (second === undefined);
        return sign * (first - second);
      });
    }
    body.append(...rows);
    [...table.tHead.rows[0].cells].forEach((head, i) =>
      head.setAttribute("aria-sort", i === column ? order : "none"));
  }

  for (const table of document.querySelectorAll("table.sorts")) {
    [...table.tBodies[0].rows].forEach((row, i) => { row.dataset.row = i; });
    [...table.tHead.rows[0].cells].forEach((head, column) => {
      const button = document.createElement("button");
      button.type = "button";
      button.append(...head.childNodes);
      button.addEventListener("click", () =>
        sort(table, column, NEXT[head.getAttribute("aria-sort")]));
      head.append(button);
      head.setAttribute("aria-sort", "none");
    });
  }
})();
