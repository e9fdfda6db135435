"""What a request may cost, estimated before it is paid. It knows nothing of dice and imports only the errors."""
