export const pageStyles = `
:root { color-scheme: light dark; --text: #1f2328; --quiet: #59636e; --page: #f4f5f7; --card: #fff; --line: #8c959f; --button: #0b5cad; --label: #fff; --alert: #b3261e; }
@media (prefers-color-scheme: dark) {
	:root { --text: #e6edf3; --quiet: #9da7b3; --page: #0d1117; --card: #161b22; --line: #6e7681; --button: #58a6ff; --label: #0d1117; --alert: #ff9a92; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 5vh auto 0; padding: 1.5rem; border-radius: 0.75rem; background: var(--card); }
h1 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
.hidden { position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
p { margin: 0 0 1.25rem; white-space: pre-wrap; unicode-bidi: plaintext; overflow-wrap: anywhere; }
.field { min-width: 0; margin: 0 0 1.25rem; padding: 0; border: 0; }
.name { display: block; margin-bottom: 0.375rem; padding: 0; font-weight: 600; overflow-wrap: anywhere; }
.quiet { color: var(--quiet); font-weight: 400; }
.input { display: block; width: 100%; min-height: 3rem; padding: 0.625rem 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: var(--card); color: inherit; font: inherit; }
:root[dir=rtl] .input:placeholder-shown { direction: rtl; }
.input::placeholder { color: var(--quiet); opacity: 1; }
textarea.input { min-height: 8rem; }
select.input { padding-inline: 0.5rem; }
.option { display: flex; gap: 0.75rem; align-items: center; min-height: 2.75rem; overflow-wrap: anywhere; }
.option input { flex: none; width: 1.25rem; height: 1.25rem; margin: 0; accent-color: var(--button); }
.alert { color: var(--alert); font-weight: 600; }
.field .alert { margin: 0.375rem 0 0; }
.invalid .input { border: 2px solid var(--alert); }
button { width: 100%; min-height: 3rem; margin: 0; padding: 0.75rem 1rem; border: 2px solid var(--button); border-radius: 0.5rem; background: var(--button); color: var(--label); font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer; }
button:disabled { opacity: 0.6; cursor: default; }
button + button { margin-top: 0.75rem; background: transparent; color: var(--button); }
.input:focus-visible, .option input:focus-visible, button:focus-visible { outline: 3px solid var(--button); outline-offset: 2px; }
.note { margin: 1rem 0 0; color: var(--quiet); font-size: 0.9375rem; }
`;
