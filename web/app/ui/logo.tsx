type LogoProps = { size?: number; title?: string };

export function Logo({ size = 32, title }: LogoProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 32 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.4"
      strokeLinecap="round"
      strokeLinejoin="round"
      role={title === undefined ? undefined : 'img'}
      aria-label={title}
      aria-hidden={title === undefined}
    >
      <path d="M3 15.5C7 9 15 8 19.5 11.5c-.8 6.2-9.5 9.5-16.5 4Z" />
      <path d="M19.5 11.5C18 7 20.2 4 23 5.2c1.1.5 1.4 1.5 1.3 2.6" />
      <path d="M24.3 7.2 30 9.6" />
      <path d="M14 18.5l2.5 4.5 3.5 4.5" />
      <path d="M10.5 18.8 9.5 23.5 5 27" />
    </svg>
  );
}

/** The SVG path of a footprint at the origin, pointing right. */
export const footprintPath = 'M-4 0H0M0 0L5 -3.5M0 0L6.5 0M0 0L5 3.5';
