import { QRCodeSVG } from 'qrcode.react';

type QrCodeProps = { text: string; title: string };

/** A QR code. It is always dark on light, because many cameras can't read inverted codes. */
export function QrCode({ text, title }: QrCodeProps) {
  return (
    <QRCodeSVG value={text} size={208} marginSize={2} bgColor="#ffffff" fgColor="#000000" title={title} role="img" />
  );
}
