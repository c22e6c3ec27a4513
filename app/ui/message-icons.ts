/** The drawings that a conversation needs, apart from the others: the chat's script loads only these. */
export const messageIcons = {
  check: '<path d="m4.75 12.5 4.75 4.75 9.75-10.5"/>',
  call: '<path d="M5.2 4.5h3.05l1.75 4.25-2.1 1.6a11.2 11.2 0 0 0 5.75 5.75l1.6-2.1 4.25 1.75v3.05a1.2 1.2 0 0 1-1.3 1.2C10.6 19.5 4.5 13.4 4 5.8a1.2 1.2 0 0 1 1.2-1.3z"/>',
  external:
    '<path d="M18.5 13.5V18a1.5 1.5 0 0 1-1.5 1.5H6A1.5 1.5 0 0 1 4.5 18V7A1.5 1.5 0 0 1 6 5.5h4.5M14.5 4.5h5v5M19.25 4.75 11.5 12.5"/>',
  file: '<path d="M13.75 3.5H7A1.5 1.5 0 0 0 5.5 5v14A1.5 1.5 0 0 0 7 20.5h10a1.5 1.5 0 0 0 1.5-1.5V8.25zM13.5 3.75v4.75h4.75"/>',
  failed: '<path d="M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM9 9l6 6M15 9l-6 6"/>',
  pending: '<path d="M20.5 12a8.5 8.5 0 1 1-17 0 8.5 8.5 0 0 1 17 0zM12 7.25V12l3.25 2"/>',
};
