/** Readable on a phone, by day and by night. The page's policy names them by their hash. */
export const pageStyles = `
:root { color-scheme: light dark; --text: #1f2328; --quiet: #59636e; --page: #f4f5f7; --card: #fff; --line: #8c959f; --button: #0b5cad; --label: #fff; }
@media (prefers-color-scheme: dark) {
	:root { --text: #e6edf3; --quiet: #9da7b3; --page: #0d1117; --card: #161b22; --line: #6e7681; --button: #58a6ff; --label: #0d1117; }
}
* { box-sizing: border-box; }
body { margin: 0; padding: 1rem; background: var(--page); color: var(--text); font: 1.0625rem/1.5 system-ui, sans-serif; }
main { max-width: 32rem; margin: 5vh auto 0; padding: 1.5rem; border-radius: 0.75rem; background: var(--card); }
h1 { margin: 0 0 1rem; font-size: 1.25rem; line-height: 1.3; overflow-wrap: anywhere; }
p { margin: 0 0 1.25rem; white-space: pre-wrap; overflow-wrap: anywhere; }
label { display: block; margin-bottom: 0.375rem; font-weight: 600; }
textarea { display: block; width: 100%; min-height: 8rem; margin-bottom: 1.25rem; padding: 0.75rem; border: 1px solid var(--line); border-radius: 0.5rem; background: transparent; color: inherit; font: inherit; }
button { width: 100%; min-height: 3rem; padding: 0.75rem 1rem; border: 0; border-radius: 0.5rem; background: var(--button); color: var(--label); font: inherit; font-weight: 600; overflow-wrap: anywhere; cursor: pointer; }
textarea:focus-visible, button:focus-visible { outline: 3px solid var(--button); outline-offset: 2px; }
.note { margin: 1rem 0 0; color: var(--quiet); font-size: 0.9375rem; }
`;
